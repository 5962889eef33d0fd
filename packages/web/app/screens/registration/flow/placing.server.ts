import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { provinceOfPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { languagesOf, menuProvince } from "../../../visit/preferences.ts";
import type { PortalVisit } from "../../../visit/visit.ts";

/** After proof the policy's province sets telephone and hours, once; true where the page must be drawn anew for it. */
export function placeByPolicy(
  visit: PortalVisit,
  { policyProvince }: { policyProvince?: string | undefined },
): boolean {
  const journey = visit.session.registration ?? visit.session.legacy;
  if (policyProvince === undefined || journey === undefined || journey.placed) return false;
  journey.placed = true;
  return placeIn(visit, policyProvince);
}

/** So does a typed postal code, before proof. */
export function placeByPostalCode(visit: PortalVisit, postalCode: string): void {
  placeIn(visit, provinceOfPostalCode(postalCode));
}

/** Whose clock the page after an accepted postal code shows: that of the message that the same call sends. */
export function provinceAfter(visit: PortalVisit, postalCode: string): ProvinceId {
  return otherProvince(visit, provinceOfPostalCode(postalCode)) ?? visit.province;
}

function placeIn(visit: PortalVisit, wished: string | undefined): boolean {
  const province = otherProvince(visit, wished);
  const journey = visit.session.registration ?? visit.session.legacy;
  if (province === undefined || journey === undefined) return false;
  visit.prefer({ province });
  journey.said = "provinceSet";
  return true;
}

/** Only where the brand serves the province in the language being read: the language never changes by itself. */
function otherProvince(visit: PortalVisit, wished: string | undefined): ProvinceId | undefined {
  const province = menuProvince(visit.brand, wished);
  if (province === undefined || province === visit.province) return undefined;
  return languagesOf(visit.brand, province).includes(visit.language) ? province : undefined;
}
