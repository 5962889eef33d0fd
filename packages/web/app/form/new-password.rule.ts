import {
  checkNewPassword,
  checkPasswordConfirmation,
  type PasswordPolicy,
} from "@vestibule/contract/fields/password.rule.ts";
import type { FieldRules } from "./form-values.ts";

/**
 * Rules for a new password and its confirmation. Without the e-mail, only the server checks that the password contains
 * no part of it.
 */
export function newPasswordRules({ policy, email = "" }: { policy: PasswordPolicy; email?: string }): FieldRules {
  return {
    password: (value) => checkNewPassword(value, { policy, email }),
    passwordConfirmation: (value, values) => checkPasswordConfirmation(value, values.password ?? ""),
  };
}
