import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A toll-free number as each language writes it: 1-833-555-0120; in French 1 833 555-0120, with spaces that never break. */
export function sayTelephone(number: string, language: Language): string {
  return language === "fr" ? number.replace(/^1-(8\d\d)-/, "1\u00a0$1\u00a0") : number;
}
