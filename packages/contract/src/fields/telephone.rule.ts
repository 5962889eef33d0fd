import type { FieldError } from "./field-error.ts";
import { normaliseNumber } from "./text.rule.ts";

/** Ten digits of North America: neither area code nor exchange begins with 0 or 1. */
export function checkTelephone(
  value: string,
  { presence = "required" }: { presence?: "required" | "optional" } = {},
): FieldError | undefined {
  const number = normaliseTelephone(value);
  if (number === "") return presence === "required" ? { key: "required" } : undefined;
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(number) ? undefined : { key: "phone" };
}

/** Without dashes, spaces, dots, slashes, brackets, the country code, and the "tel:" of a copied link or page. */
export function normaliseTelephone(value: string): string {
  return normaliseNumber(value)
    .replace(/^T[EÉ]L\.?:?/, "")
    .replace(/[()[\]./_·•]/g, "")
    .replace(/^(\+1?|1(?=\d{10}))/, "");
}

/** Display form: 999-999-9999. */
export function formatTelephone(value: string): string {
  const digits = normaliseTelephone(value);
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join("-");
}

/** Shows the last two digits: •••-•••-••42. */
export function maskTelephone(digits: string): string {
  return `•••-•••-••${digits.slice(-2)}`;
}
