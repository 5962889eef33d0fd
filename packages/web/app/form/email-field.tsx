import { TextField, type TextFieldProps } from "./text-field.tsx";

type EmailFieldProps = Partial<
  Pick<TextFieldProps, "name" | "label" | "help" | "defaultValue" | "autoComplete" | "enterKeyHint" | "refusedBy">
>;

export function EmailField({ name = "email", autoComplete = "email", ...others }: EmailFieldProps) {
  return (
    <TextField
      {...others}
      name={name}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      maxLength={79}
    />
  );
}
