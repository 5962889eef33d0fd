import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A number as each language writes it: 1-833-555-0120 or 514-555-0120; in French 1 833 555-0120, with spaces that never break. */
export function sayTelephone(number: string, language: Language): string {
  return language === "fr"
    ? number.replace(/^(1-)?(\d{3})-/, (_, one, area) => `${one ? "1\u00a0" : ""}${area}\u00a0`)
    : number;
}

/** The address that dials a number, with or without the 1 of long distance in front. */
export function telephoneLink(number: string): string {
  return `tel:+1${number.replace(/^1-/, "").replaceAll("-", "")}`;
}
