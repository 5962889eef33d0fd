import type { FieldFault } from "./field-fault.ts";
import { normaliseText } from "./text.rule.ts";

/** Ten digits of North America: neither area code nor exchange begins with 0 or 1. */
export function checkTelephone(value: string): FieldFault | undefined {
  const typed = normaliseText(value);
  if (typed === "") return { key: "required" };
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(normaliseTelephone(typed)) && /^[\d\s().-]+$/.test(typed)
    ? undefined
    : { key: "phone" };
}

/** Digits only; drops dashes, spaces, dots and brackets. */
export function normaliseTelephone(value: string): string {
  return normaliseText(value).replace(/[\s().-]/g, "");
}

/** Display form: 999-999-9999; drops the country code, and reads full-width digits. */
export function formatTelephone(value: string): string {
  const digits = normaliseTelephone(value.normalize("NFKC")).replace(/^(\+1?|1(?=\d{10}))/, "");
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join("-");
}

/** Shows the last two digits: •••-•••-••42. */
export function maskTelephone(digits: string): string {
  return `•••-•••-••${digits.slice(-2)}`;
}
