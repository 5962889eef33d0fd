import { useTranslate } from "../visit/texts.tsx";
import { PasswordField, type PasswordFieldProps } from "./password-field.tsx";

/** A new password, with its rules ticked off while it is typed, and the same once more. */
export function NewPasswordFields({ rules }: { rules: NonNullable<PasswordFieldProps["rules"]> }) {
  const t = useTranslate();
  // A masked address is no part of the list: nothing could be ticked off.
  const help = rules.email === undefined ? { help: t("forms:password.containsEmail.help") } : {};
  return (
    <>
      <PasswordField name="password" autoComplete="new-password" enterKeyHint="next" rules={rules} {...help} />
      <PasswordField name="passwordConfirmation" autoComplete="new-password" enterKeyHint="done" />
    </>
  );
}
