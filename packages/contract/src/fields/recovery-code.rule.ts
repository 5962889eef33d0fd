import type { FieldError } from "./field-error.ts";
import { normaliseNumber } from "./text.rule.ts";

/** Digits and letters without I, L, O and U, which are read as others (Crockford's base 32). */
export const recoveryCodeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const recoveryCodeLength = 12;
const groupLength = 4;

/** A recovery code as it is stored: without dashes, spaces and case; O is read as zero, I and L as one. */
export function normaliseRecoveryCode(value: string): string {
  return normaliseNumber(value).replaceAll("O", "0").replace(/[IL]/g, "1");
}

/** Whether a text has the form of a recovery code, which no code of six digits has. */
export function isRecoveryCode(value: string): boolean {
  const code = normaliseRecoveryCode(value);
  return code.length === recoveryCodeLength && [...code].every((letter) => recoveryCodeAlphabet.includes(letter));
}

/** Twelve letters and digits once spaces and dashes are dropped. */
export function checkRecoveryCode(value: string): FieldError | undefined {
  if (normaliseRecoveryCode(value) === "") return { key: "required" };
  return isRecoveryCode(value) ? undefined : { key: "incomplete" };
}

/** A recovery code as it is shown: K7QM-4TXP-9WHD. */
export function formatRecoveryCode(code: string): string {
  return (code.match(new RegExp(`.{${groupLength}}`, "g")) ?? []).join("-");
}
