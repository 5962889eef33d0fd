import { fieldFaults } from "@vestibule/contract/fields/field-fault.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import {
  checkPolicyNumber,
  normalisePolicyNumber,
  policyNumberLengths,
} from "@vestibule/contract/fields/policy-number.rule.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import type { RequestContext } from "../../deps.ts";
import { birthAndPostalFaults, licenceFaults, readLicenceDetails } from "../../directory/personal-facts.rule.ts";
import type { LicenceDetails, PersonDetails } from "../../directory/policy-match.rule.ts";

/** The typed details of a person on a policy, normalised for comparison. */
interface PolicyLookup {
  kind: "lookup";
  policyNumber: string;
  person: PersonDetails;
  licence: LicenceDetails | undefined;
}

/** Validates and normalises the typed details. */
export function readPolicyLookup(
  typed: z.infer<typeof policyIdentifyBody>,
  rule: { requestContext: RequestContext; now: Date; licence: "required" | "optional" },
): PolicyLookup | { kind: "malformed"; fields: Record<string, string> } {
  const { brand, province } = rule.requestContext;
  const fields = fieldFaults({
    policyNumber: checkPolicyNumber(typed.policyNumber, policyNumberLengths(brand)),
    firstName: checkName(typed.firstName),
    lastName: checkName(typed.lastName),
    ...birthAndPostalFaults({ province, now: rule.now }, typed),
    ...licenceFaults(typed, { presence: rule.licence }),
  });
  if (fields) return { kind: "malformed", fields };
  const person = {
    firstName: normaliseText(typed.firstName),
    lastName: normaliseText(typed.lastName),
    dateOfBirth: typed.dateOfBirth,
    postalCode: normalisePostalCode(typed.postalCode),
  };
  const policyNumber = normalisePolicyNumber(typed.policyNumber);
  return { kind: "lookup", policyNumber, person, licence: readLicenceDetails(typed) };
}
