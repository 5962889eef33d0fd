import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { FieldRules } from "../../form/form-values.ts";

/** With a script the password stays in the browser: the portal judges the e-mail alone. */
export const emailRules: FieldRules = { email: checkEmail };

/** The password of a login is only required: what it must be like is the account's own matter. */
export const loginRules: FieldRules = {
  ...emailRules,
  loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
};
