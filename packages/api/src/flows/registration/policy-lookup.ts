import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import { checkPolicyNumber, policyNumberLengths } from "@vestibule/contract/fields/policy-number.rule.ts";
import { normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseNumber, normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { policyIdentifyBody } from "@vestibule/contract/v2/registration.schema.ts";
import type { z } from "zod";
import type { RequestContext } from "../../deps.ts";
import { birthAndPostalErrors, licenceErrors, readLicenceDetails } from "../../directory/personal-facts.rule.ts";
import type { PolicyDirectory, PolicyPerson } from "../../directory/policy-directory.port.ts";
import { type LicenceDetails, matchPolicy, type PersonDetails } from "../../directory/policy-match.rule.ts";

/** A search for a person by the details that they typed. */
export interface PolicyLookup {
  kind: "lookup";
  requestContext: RequestContext;
  policyNumber: string;
  licence: LicenceDetails | undefined;
  onPolicy: readonly PolicyPerson[];
  matched: ReturnType<typeof matchPolicy>;
}

/** Validates and normalises the typed details, and compares them with the policy directory. */
export async function lookUpPolicy(
  directory: PolicyDirectory,
  typed: z.infer<typeof policyIdentifyBody>,
  rule: {
    requestContext: RequestContext;
    now: Date;
    licence: "required" | "optional";
    role?: PersonDetails["role"];
  },
): Promise<PolicyLookup | { kind: "malformed"; fields: Record<string, string> }> {
  const { requestContext, now, role } = rule;
  const { brand, province } = requestContext;
  const fields = fieldErrors({
    policyNumber: checkPolicyNumber(typed.policyNumber, policyNumberLengths(brand)),
    firstName: checkName(typed.firstName),
    lastName: checkName(typed.lastName),
    ...birthAndPostalErrors({ province, now }, typed),
    ...licenceErrors(typed, { presence: rule.licence }),
  });
  if (fields) return { kind: "malformed", fields };
  const policyNumber = normaliseNumber(typed.policyNumber);
  const onPolicy = await directory.findByPolicyNumber({ companies: brand.companies, policyNumber });
  const matched = matchPolicy(onPolicy, {
    firstName: normaliseText(typed.firstName),
    lastName: normaliseText(typed.lastName),
    dateOfBirth: typed.dateOfBirth,
    postalCode: normalisePostalCode(typed.postalCode),
    ...(role && { role }),
  });
  return { kind: "lookup", requestContext, policyNumber, licence: readLicenceDetails(typed), onPolicy, matched };
}
