import { type LicenceProvince, provinceIds, provinces } from "@vestibule/catalogue/province.table.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { policyNumberLength, policyNumberLengths } from "@vestibule/contract/fields/policy-number.rule.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import type { IdentificationFacts, LicenceFacts, PolicyNumberFacts } from "./identification.rule.ts";

/** What the fields of the policy page depend on. The licence is offered where the province has a driving programme. */
export function policyFacts(visit: PortalVisit): IdentificationFacts {
  const offersLicence = visit.brand.provinces[visit.province]?.ubi ?? false;
  return { ...fieldFacts(visit), licence: offersLicence ? licenceFacts(visit) : null };
}

/** What the fields of the additional driver's page depend on. The licence is asked where one is on file. */
export function driverFacts(visit: PortalVisit, { asksLicence }: { asksLicence: boolean }): IdentificationFacts {
  const facts = fieldFacts(visit);
  return asksLicence ? facts : { ...facts, licence: null };
}

function fieldFacts(visit: PortalVisit): IdentificationFacts & { licence: LicenceFacts } {
  return {
    policyNumber: policyNumberFacts(visit),
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

function policyNumberFacts(visit: PortalVisit): PolicyNumberFacts {
  const { brand, province } = visit;
  const inWords = describeLengths(visit);
  return {
    lengths: policyNumberLengths(brand),
    inWords,
    help: translate(visit, "registration:identification.policy.number.help", { lengths: inWords }),
    example: "A1B2C3D4E".slice(0, policyNumberLength(brand, province)),
  };
}

/** Such as "7 characters", or "7 characters in Quebec, 9 in other provinces". */
function describeLengths(visit: PortalVisit): string {
  const { brand, language } = visit;
  const lengths = policyNumberLengths(brand);
  const [length] = lengths;
  if (lengths.length === 1 && length !== undefined)
    return translate(visit, "registration:identification.policy.characters", { length });
  const list = new Intl.ListFormat(`${language}-CA`);
  const served = provinceIds.filter((id) => brand.provinces[id] !== undefined);
  const usual = brand.policyNumberLength.default;
  const exceptions = lengths
    .filter((other) => other !== usual)
    .map((other) => {
      const where = served.filter((id) => policyNumberLength(brand, id) === other);
      const named = list.format(where.map((id) => translate(visit, `common:inProvince.${id}`)));
      return translate(visit, "registration:identification.policy.charactersIn", { length: other, where: named });
    });
  return [
    ...exceptions,
    translate(visit, "registration:identification.policy.charactersElsewhere", { length: usual }),
  ].join(", ");
}

function translate({ brand, language }: PortalVisit, key: TextKey, facts: Record<string, string | number> = {}) {
  return say(sentence(key, language, brand.overrides[language]), language, facts);
}
