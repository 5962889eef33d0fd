import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import {
  checkPolicyNumber,
  normalisePolicyNumber,
  policyNumberLengths,
} from "@vestibule/contract/fields/policy-number.rule.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { PolicyFindBody } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import type { RequestContext } from "../../deps.ts";
import { birthAndPostalFaults, licenceFaults, readLicenceDetails } from "../../directory/personal-facts.rule.ts";
import type { LicenceDetails, PersonDetails } from "../../directory/policy-match.rule.ts";

/** The typed details of a person, normalised for comparison. */
export interface PolicyLookup {
  policyNumber: string;
  person: PersonDetails;
  licence: LicenceDetails | undefined;
}

/** Validates and normalises the typed details; in the driving programme a licence is required. */
export function readPolicyLookup(
  typed: PolicyFindBody,
  { requestContext, now }: { requestContext: RequestContext; now: Date },
): { kind: "claim"; claim: PolicyLookup } | { kind: "malformed"; fields: Record<string, string> } {
  const licence = { driverLicense: typed.driverLicence, driverLicenseProvince: typed.driverLicenceProvince };
  const presence = typed.flow === "ubi" ? "required" : "optional";
  const { driverLicense, driverLicenseProvince } = licenceFaults(licence, { presence });
  const fields = fieldFaults({
    policyNumber: checkPolicyNumber(typed.policyNumber, policyNumberLengths(requestContext.brand)),
    firstName: checkName(typed.firstName),
    lastName: checkName(typed.lastName),
    ...birthAndPostalFaults({ province: requestContext.province, now }, typed),
    driverLicence: driverLicense,
    driverLicenceProvince: driverLicenseProvince,
  });
  if (fields) return { kind: "malformed", fields };
  const person = {
    firstName: normaliseText(typed.firstName),
    lastName: normaliseText(typed.lastName),
    dateOfBirth: typed.dateOfBirth,
    postalCode: normalisePostalCode(typed.postalCode),
  };
  const policyNumber = normalisePolicyNumber(typed.policyNumber);
  return { kind: "claim", claim: { policyNumber, person, licence: readLicenceDetails(licence) } };
}
