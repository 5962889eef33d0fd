import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";

export interface PasswordRefusal {
  kind: "password";
  error: "passwordReused" | "passwordRefused" | "invalidCharacter";
  key: string;
}

export function passwordRefusal({ key }: FieldFault): PasswordRefusal {
  if (key === "reused") return { kind: "password", error: "passwordReused", key };
  return { kind: "password", error: key === "invalidCharacter" ? "invalidCharacter" : "passwordRefused", key };
}
