import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { type LicenceProvince, provinceIds, provinces } from "@vestibule/catalogue/province.table.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { policyNumberLength } from "@vestibule/contract/fields/policy-number.rule.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import type { IdentificationFacts, LicenceFacts } from "./identification.rule.ts";

/** What the fields of the policy page depend on. The licence is asked of drivers where the province has a driving programme. */
export function policyFacts(visit: PortalVisit, accountType: AccountType): IdentificationFacts {
  const asksLicence = accountType === "insuredDriver" && (visit.brand.provinces[visit.province]?.ubi ?? false);
  return { ...fieldFacts(visit), licence: asksLicence ? licenceFacts(visit) : null };
}

/** What the fields of the additional driver's page depend on. The licence is asked where one is on file. */
export function driverFacts(visit: PortalVisit, { asksLicence }: { asksLicence: boolean }): IdentificationFacts {
  const facts = fieldFacts(visit);
  return asksLicence ? facts : { ...facts, licence: null };
}

function fieldFacts(visit: PortalVisit): IdentificationFacts & { licence: LicenceFacts } {
  return {
    policyNumberLength: policyNumberLength(visit.brand, visit.province),
    today: dateInZone(visit.now, provinces[visit.province].timeZone),
    licence: licenceFacts(visit),
  };
}

/** In the driving programme the licence is required, and of one of its provinces. */
export function programmeFacts(visit: PortalVisit): IdentificationFacts {
  return { ...fieldFacts(visit), licence: licenceFacts(visit, "ubi"), licencePresence: "required" };
}

function licenceFacts({ brand, province }: PortalVisit, flag: "licence" | "ubi" = "licence"): LicenceFacts {
  const listed = provinceIds.filter((id) => brand.provinces[id]?.[flag]);
  return { provinces: [...listed, "other"] satisfies LicenceProvince[], masks: brand.licenceMasks, province };
}
