import type { Language } from "@vestibule/catalogue/province.table.ts";

/**
 * A number in each language's format: 1-833-555-0120 or 514-555-0120; in French 1 833 555-0120, with no-break spaces.
 */
export function sayTelephone(number: string, language: Language): string {
  return language === "fr"
    ? number.replace(/^(1-)?(\d{3})-/, (_, one, area) => `${one ? "1\u00a0" : ""}${area}\u00a0`)
    : number;
}

/** The `tel:` URL of a number, with or without the leading 1. */
export function telephoneLink(number: string): string {
  return `tel:+1${number.replace(/^1-/, "").replaceAll("-", "")}`;
}
