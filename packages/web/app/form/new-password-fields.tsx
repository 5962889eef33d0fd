import { PasswordField, type PasswordFieldProps } from "./password-field.tsx";

/** A new password, with its rules ticked off while it is typed, and the same once more. */
export function NewPasswordFields({ rules }: { rules: NonNullable<PasswordFieldProps["rules"]> }) {
  return (
    <>
      <PasswordField name="password" autoComplete="new-password" enterKeyHint="next" rules={rules} />
      <PasswordField name="passwordConfirmation" autoComplete="new-password" enterKeyHint="done" />
    </>
  );
}
