import type { Language } from "@vestibule/catalogue/province.table.ts";

/** The day of a moment in a zone: "December 1, 2026", « 1er décembre 2026 ». */
export function sayDay(moment: Date, { timeZone, language }: { timeZone: string; language: Language }): string {
  const day = new Intl.DateTimeFormat(`${language}-CA`, { timeZone, dateStyle: "long" }).format(moment);
  return language === "fr" ? day.replace(/^1 /, "1er ") : day;
}
