import { normaliseNumber } from "./text.rule.ts";

/**
 * Support reference: eight random digits and a check digit by Damm's algorithm, which detects every single wrong digit
 * and every swap of two adjacent digits.
 */
const quasigroup = [
  "0317598642",
  "7092154863",
  "4206871359",
  "1750983426",
  "6123045978",
  "3674209581",
  "5869720134",
  "8945362017",
  "9438617205",
  "2581436790",
] as const;

export const referenceLength = 9;

export function referenceCheckDigit(digits: string): string {
  let interim = 0;
  for (const digit of digits) interim = Number(quasigroup[interim]?.[Number(digit)]);
  return String(interim);
}

/** Whether the check digit is valid; spaces and dashes are ignored. */
export function checkReference(value: string): boolean {
  const digits = normaliseReference(value);
  return new RegExp(`^\\d{${referenceLength}}$`).test(digits) && referenceCheckDigit(digits) === "0";
}

export function normaliseReference(value: string): string {
  return normaliseNumber(value);
}

/** In groups of three, joined by no-break spaces: 482 913 706. */
export function formatReference(value: string): string {
  return normaliseReference(value).replace(/(\d{3})(?=\d)/g, "$1\u00a0");
}
