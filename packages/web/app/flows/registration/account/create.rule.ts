import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";
import { newPasswordRules } from "../../../form/new-password.rule.ts";

export function createRules(context: { policy: PasswordPolicy; email?: string }): FieldRules {
  return {
    ...newPasswordRules(context),
    terms: (value) => (value === "yes" ? undefined : { key: "required" }),
  };
}
