import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { checkNewPassword, type PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import { isCommonPassword } from "./common-password.rule.ts";
import { commonPasswords } from "./common-passwords.adapter.ts";
import type { PasswordHashing } from "./password-hashing.port.ts";

export interface NewPassword {
  password: string;
  /** Normalised e-mail of the account. */
  email: string;
  policy: PasswordPolicy;
  /** The account's last five hashes (`passwordHistory`), newest first; empty for a new account. */
  previousHashes: readonly string[];
}

/**
 * Returns why a new password is refused, or undefined. Checks the brand's rules, then common passwords, then the
 * password history. Call it before a transaction begins, because it hashes.
 */
export async function checkPasswordForAccount(
  { hashing }: { hashing: PasswordHashing },
  { password, email, policy, previousHashes }: NewPassword,
): Promise<FieldError | undefined> {
  const error = checkNewPassword(password, { policy, email });
  if (error !== undefined) return error;
  if (isCommonPassword(password, commonPasswords())) return { key: "common" };
  for (const hash of previousHashes.slice(0, policy.history))
    if ((await hashing.verify(password, hash)) !== "wrong") return { key: "reused" };
  return undefined;
}

export interface PasswordRefusal {
  kind: "password";
  error: "passwordReused" | "passwordRefused" | "invalidCharacter";
  key: string;
}

export function passwordRefusal({ key }: FieldError): PasswordRefusal {
  if (key === "reused") return { kind: "password", error: "passwordReused", key };
  return { kind: "password", error: key === "invalidCharacter" ? "invalidCharacter" : "passwordRefused", key };
}
