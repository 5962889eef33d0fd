import {
  checkNewPassword,
  checkPasswordConfirmation,
  type PasswordPolicy,
} from "@vestibule/contract/fields/password.rule.ts";
import { useTranslate } from "../i18n/translate.tsx";
import type { FieldRules } from "./form-values.ts";
import { PasswordField, type PasswordFieldProps } from "./password-field.tsx";

/** New password with its rule checklist, and its confirmation. */
export function NewPasswordFields({ rules }: { rules: NonNullable<PasswordFieldProps["rules"]> }) {
  const t = useTranslate();
  // Only the masked e-mail is known: the checklist cannot check it, so the rule is a help text.
  const help = rules.email === undefined ? { help: t("forms:password.containsEmail.help") } : {};
  return (
    <>
      <PasswordField name="password" autoComplete="new-password" enterKeyHint="next" rules={rules} {...help} />
      <PasswordField name="passwordConfirmation" autoComplete="new-password" enterKeyHint="done" />
    </>
  );
}

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
