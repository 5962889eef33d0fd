import { useTranslate } from "../i18n/translate.tsx";
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
