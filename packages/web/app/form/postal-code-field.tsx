import { formatPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { TextField } from "./text-field.tsx";

export function PostalCodeField() {
  return (
    <TextField
      name="postalCode"
      autoComplete="postal-code"
      autoCapitalize="characters"
      mask={formatPostalCode}
      width="short"
    />
  );
}
