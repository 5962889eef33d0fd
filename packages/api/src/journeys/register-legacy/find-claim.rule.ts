import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import {
  checkPolicyNumber,
  normalisePolicyNumber,
  policyNumberLengths,
} from "@vestibule/contract/fields/policy-number.rule.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { settledText } from "@vestibule/contract/fields/text.rule.ts";
import type { PolicyFindBody } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import {
  birthAndPostalFaults,
  claimedLicence,
  licenceFaults,
} from "../../capabilities/policy-directory/personal-facts.rule.ts";
import type { ClaimedLicence, ClaimedPerson } from "../../capabilities/policy-directory/policy-match.rule.ts";
import type { Visit } from "../../parts.ts";

/** Who somebody says they are, as it is compared. */
export interface PolicyClaim {
  policyNumber: string;
  person: ClaimedPerson;
  licence: ClaimedLicence | undefined;
}

/** What was typed, judged field by field; at the driving programme's entrance a licence is required. */
export function readClaim(
  typed: PolicyFindBody,
  { visit, now }: { visit: Visit; now: Date },
): { kind: "claim"; claim: PolicyClaim } | { kind: "malformed"; fields: Record<string, string> } {
  const licence = { driverLicense: typed.driverLicence, driverLicenseProvince: typed.driverLicenceProvince };
  const presence = typed.flow === "ubi" ? "required" : "optional";
  const { driverLicense, driverLicenseProvince } = licenceFaults(licence, { presence });
  const fields = fieldFaults({
    policyNumber: checkPolicyNumber(typed.policyNumber, policyNumberLengths(visit.brand)),
    firstName: checkName(typed.firstName),
    lastName: checkName(typed.lastName),
    ...birthAndPostalFaults({ province: visit.province, now }, typed),
    driverLicence: driverLicense,
    driverLicenceProvince: driverLicenseProvince,
  });
  if (fields) return { kind: "malformed", fields };
  const person = {
    firstName: settledText(typed.firstName),
    lastName: settledText(typed.lastName),
    dateOfBirth: typed.dateOfBirth,
    postalCode: normalisePostalCode(typed.postalCode),
  };
  const policyNumber = normalisePolicyNumber(typed.policyNumber);
  return { kind: "claim", claim: { policyNumber, person, licence: claimedLicence(licence) } };
}
