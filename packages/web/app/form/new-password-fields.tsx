import { PasswordField, type PasswordFieldProps } from "./password-field.tsx";

/** A new password, with its rules ticked off while it is typed, and the same once more. */
export function NewPasswordFields({
  rules,
  help,
}: {
  rules: NonNullable<PasswordFieldProps["rules"]>;
  /** Beside the rules: what the list cannot tick off. */
  help?: string;
}) {
  return (
    <>
      <PasswordField
        name="password"
        autoComplete="new-password"
        enterKeyHint="next"
        rules={rules}
        {...(help !== undefined && { help })}
      />
      <PasswordField name="passwordConfirmation" autoComplete="new-password" enterKeyHint="done" />
    </>
  );
}
