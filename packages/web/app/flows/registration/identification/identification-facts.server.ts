import { type LicenceProvince, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { policyNumberLength, policyNumberLengths } from "@vestibule/contract/fields/policy-number.rule.ts";
import { todayOf, translate } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import type { IdentificationFacts, LicenceFacts, PolicyNumberFacts } from "./identification.rule.ts";

/**
 * Data for the fields of the policy page. The licence is optional, and the page has its fields only in a province with
 * a usage-based programme.
 */
export function policyPageFacts(requestContext: PortalRequestContext): IdentificationFacts {
  const offersLicence = requestContext.brand.provinces[requestContext.province]?.ubi ?? false;
  return fieldFacts(requestContext, offersLicence ? licenceFacts(requestContext) : null);
}

/** Data for the fields of the additional driver's page, which asks for the licence only if one is on file. */
export function driverFacts(
  requestContext: PortalRequestContext,
  { asksLicence }: { asksLicence?: boolean | undefined },
): IdentificationFacts {
  const licence = asksLicence ? licenceFacts(requestContext) : null;
  return { ...fieldFacts(requestContext, licence), licencePresence: "required" };
}

/** Data for the fields in the usage-based programme. The licence is required, and lists the programme's provinces. */
export function programmeFacts(requestContext: PortalRequestContext): IdentificationFacts {
  return { ...fieldFacts(requestContext, licenceFacts(requestContext, "ubi")), licencePresence: "required" };
}

function fieldFacts(requestContext: PortalRequestContext, licence: LicenceFacts | null): IdentificationFacts {
  return { policyNumber: policyNumberFacts(requestContext), today: todayOf(requestContext), licence };
}

function licenceFacts({ brand, province }: PortalRequestContext, flag: "licence" | "ubi" = "licence"): LicenceFacts {
  const listed = provinceIds.filter((id) => brand.provinces[id]?.[flag]);
  return { provinces: [...listed, "other"] satisfies LicenceProvince[], masks: brand.licenceMasks, province };
}

function policyNumberFacts(requestContext: PortalRequestContext): PolicyNumberFacts {
  const { brand, province } = requestContext;
  const lengthsText = describeLengths(requestContext);
  return {
    lengths: policyNumberLengths(brand),
    lengthsText,
    help: translate(requestContext, "registration:identification.policy.number.help", { lengths: lengthsText }),
    example: "A1B2C3D4E".slice(0, policyNumberLength(brand, province)),
  };
}

/** Such as "7 characters", or "7 characters in Quebec, 9 in other provinces". */
function describeLengths(requestContext: PortalRequestContext): string {
  const { brand, language } = requestContext;
  const lengths = policyNumberLengths(brand);
  const [length] = lengths;
  if (lengths.length === 1 && length !== undefined)
    return translate(requestContext, "registration:identification.policy.characters", { length });
  const list = new Intl.ListFormat(`${language}-CA`);
  const served = provinceIds.filter((id) => brand.provinces[id] !== undefined);
  const usual = brand.policyNumberLength.default;
  const exceptions = lengths
    .filter((other) => other !== usual)
    .map((other) => {
      const where = served.filter((id) => policyNumberLength(brand, id) === other);
      const named = list.format(where.map((id) => translate(requestContext, `common:inProvince.${id}`)));
      return translate(requestContext, "registration:identification.policy.charactersIn", {
        length: other,
        where: named,
      });
    });
  return [
    ...exceptions,
    translate(requestContext, "registration:identification.policy.charactersElsewhere", { length: usual }),
  ].join(", ");
}
