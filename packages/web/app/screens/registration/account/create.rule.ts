import {
  checkNewPassword,
  checkPasswordConfirmation,
  type PasswordPolicy,
} from "@vestibule/contract/fields/password.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";

export function createRules(context: { policy: PasswordPolicy; email: string }): FieldRules {
  return {
    password: (value) => checkNewPassword(value, context),
    passwordConfirmation: (value, values) => checkPasswordConfirmation(value, values.password ?? ""),
    terms: (value) => (value === "yes" ? undefined : { key: "required" }),
  };
}
