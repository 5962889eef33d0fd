import type { FieldError } from "./field-error.ts";
import { normaliseNumber } from "./text.rule.ts";

/** Valid first letters, then letters that cannot be confused with a digit or another letter. */
const shape = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/;

/** A9A 9A9, with or without the space or a dash, in any case. */
export function checkPostalCode(value: string): FieldError | undefined {
  const code = normalisePostalCode(value);
  if (code === "") return { key: "required" };
  return shape.test(code) && !/[\r\n\t]/.test(value) ? undefined : { key: "format" };
}

/** Stored form: A9A9A9. */
export function normalisePostalCode(value: string): string {
  return normaliseNumber(value);
}

/** Display form: A9A 9A9. */
export function formatPostalCode(value: string): string {
  const code = normalisePostalCode(value);
  return code.length > 3 ? `${code.slice(0, 3)} ${code.slice(3)}` : code;
}

/** Replaces the space inside each postal code of a text with one at which no line breaks. */
export function keepPostalCodesWhole(text: string): string {
  return text.replace(/\b([A-Z]\d[A-Z]) (\d[A-Z]\d)\b/g, "$1\u00A0$2");
}

/** Shows the last two characters. */
export function maskPostalCode(code: string): string {
  return `••• •${code.slice(-2)}`;
}

const provincesByLetter: Readonly<Record<string, string>> = {
  A: "nl",
  B: "ns",
  C: "pe",
  E: "nb",
  G: "qc",
  H: "qc",
  J: "qc",
  K: "on",
  L: "on",
  M: "on",
  N: "on",
  P: "on",
  R: "mb",
  S: "sk",
  T: "ab",
  V: "bc",
  Y: "yt",
};

/** The province of a postal code; undefined for X, which two territories share. */
export function provinceOfPostalCode(value: string): string | undefined {
  return provincesByLetter[normalisePostalCode(value)[0] ?? ""];
}
