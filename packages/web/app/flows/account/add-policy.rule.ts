import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import { checkPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { FieldRules } from "../../form/form-values.ts";

const required = (value: string) => (value.trim() === "" ? ({ key: "required" } as const) : undefined);

/** The length of a policy number depends on the brand, so the API checks it. */
export const addPolicyRules: FieldRules = {
  policyNumber: required,
  lastName: checkName,
  postalCode: checkPostalCode,
  codeOption: required,
};
export const policyCodeRules: FieldRules = { securityCode: checkSecurityCode };
