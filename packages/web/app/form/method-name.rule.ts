import { maxPasskeyNameLength } from "@vestibule/catalogue/account.table.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";

/** Checks the name that a person gives a passkey or an authenticator app. */
export function checkMethodName(value: string): FieldError | undefined {
  if (value === "") return { key: "required" };
  const limit = maxPasskeyNameLength;
  return value.length > limit ? { key: "maxlength", facts: { limit } } : undefined;
}
