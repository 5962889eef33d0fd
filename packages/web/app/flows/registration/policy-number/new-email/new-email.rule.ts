import { checkEmail, checkEmailConfirmation } from "@vestibule/contract/fields/email.rule.ts";
import type { FieldRules } from "../../../../form/form-values.ts";

export const newEmailRules: FieldRules = {
  email: checkEmail,
  emailConfirmation: (value, values) => checkEmailConfirmation(value, values.email ?? ""),
};
