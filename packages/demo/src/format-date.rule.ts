import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A date in words: "Saturday, November 21, 2026", « samedi 21 novembre 2026 ». */
export function formatDate(moment: Date, format: { timeZone: string; language: Language }): string {
  return formatIn(moment, { ...format, weekday: "long" });
}

/** A birth date, YYYY-MM-DD, in words: "February 29, 1988", « 29 février 1988 ». */
export function formatBirthDate(date: string, language: Language): string {
  return formatIn(new Date(`${date}T00:00:00Z`), { timeZone: "UTC", language });
}

function formatIn(moment: Date, format: { timeZone: string; language: Language; weekday?: "long" }): string {
  const { language, ...options } = format;
  const words = new Intl.DateTimeFormat(`${language}-CA`, {
    ...options,
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(moment);
  return language === "fr" ? words.replace(/\b1 (?=\p{L})/u, "1er ") : words;
}
