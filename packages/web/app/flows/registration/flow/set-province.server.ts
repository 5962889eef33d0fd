import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { provinceOfPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { languagesOf, menuProvince } from "../../../request/preferences.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";

/**
 * After verification the policy's province decides telephone and hours, once. Returns true where the page must be
 * rendered again for it.
 */
export function setProvinceFromPolicy(
  requestContext: PortalRequestContext,
  { policyProvince }: { policyProvince?: string | undefined },
): boolean {
  const journey = requestContext.session.registration ?? requestContext.session.policyNumberRegistration;
  if (policyProvince === undefined || journey === undefined || journey.isProvinceSet) return false;
  journey.isProvinceSet = true;
  return placeIn(requestContext, policyProvince);
}

/** Before verification a typed postal code sets the province. */
export function setProvinceFromPostalCode(requestContext: PortalRequestContext, postalCode: string): void {
  placeIn(requestContext, provinceOfPostalCode(postalCode));
}

/**
 * Province whose time zone the page after an accepted postal code uses, as does the message that the same call sends.
 */
export function provinceAfter(requestContext: PortalRequestContext, postalCode: string): ProvinceId {
  return otherProvince(requestContext, provinceOfPostalCode(postalCode)) ?? requestContext.province;
}

function placeIn(requestContext: PortalRequestContext, requested: string | undefined): boolean {
  const province = otherProvince(requestContext, requested);
  const journey = requestContext.session.registration ?? requestContext.session.policyNumberRegistration;
  if (province === undefined || journey === undefined) return false;
  requestContext.prefer({ province });
  journey.flash = "provinceSet";
  return true;
}

/** Only where the brand serves the province in the current language: the language never changes by itself. */
function otherProvince(requestContext: PortalRequestContext, requested: string | undefined): ProvinceId | undefined {
  const province = menuProvince(requestContext.brand, requested);
  if (province === undefined || province === requestContext.province) return undefined;
  return languagesOf(requestContext.brand, province).includes(requestContext.language) ? province : undefined;
}
