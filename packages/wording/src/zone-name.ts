import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A time zone's name at a moment, such as "Eastern Time" or « heure de l’Est »; the law may change it. */
export function nameTimeZone(timeZone: string, language: Language, moment: Date): string {
  const format = new Intl.DateTimeFormat(`${language}-CA`, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
