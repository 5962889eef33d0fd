import type { FieldError } from "./field-error.ts";
import { normaliseNumber, normaliseText } from "./text.rule.ts";

/** Removes the spaces and dashes of a pasted code. Full-width digits stay as they are, and are malformed. */
export function normaliseCode(value: string): string {
  return normaliseText(value).replace(/[ -]/g, "");
}

/** Exactly six digits once spaces and dashes are dropped. */
export function checkSecurityCode(value: string): FieldError | undefined {
  const code = normaliseCode(value);
  if (code === "") return { key: "required" };
  return /^[0-9]{6}$/.test(code) ? undefined : { key: "incomplete" };
}

export function isSecurityCode(value: string): boolean {
  return checkSecurityCode(value) === undefined;
}

/** PINs compare without case. */
export function normalisePin(value: string): string {
  return normaliseNumber(value);
}

/** A PIN as it was typed or pasted into its field, which accepts letters and digits only. */
export function tidyPin(value: string): string {
  return normalisePin(value).replace(/[^A-Z0-9]/g, "");
}

/** Exactly eight letters and digits once spaces and dashes are dropped. */
export function checkPin(value: string): FieldError | undefined {
  const pin = normalisePin(value);
  if (pin === "") return { key: "required" };
  return /^[A-Z0-9]{8}$/.test(pin) ? undefined : { key: "incomplete" };
}
