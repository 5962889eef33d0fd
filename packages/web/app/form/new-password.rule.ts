import {
  checkNewPassword,
  checkPasswordConfirmation,
  type PasswordPolicy,
} from "@vestibule/contract/fields/password.rule.ts";
import type { FieldRules } from "./form-values.ts";

/** A new password and the same once more. Where the e-mail is not known here, the server alone looks for its pieces. */
export function newPasswordRules({ policy, email = "" }: { policy: PasswordPolicy; email?: string }): FieldRules {
  return {
    password: (value) => checkNewPassword(value, { policy, email }),
    passwordConfirmation: (value, values) => checkPasswordConfirmation(value, values.password ?? ""),
  };
}
