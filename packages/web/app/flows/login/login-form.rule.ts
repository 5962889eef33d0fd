import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { FieldRules } from "../../form/form-values.ts";

/** With a script the password stays in the browser, so only the e-mail is validated. */
export const emailRules: FieldRules = { email: checkEmail };

/** The login password is only required; the password policy applies where a password is chosen. */
export const loginRules: FieldRules = {
  ...emailRules,
  loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
};
