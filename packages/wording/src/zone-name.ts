import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A time zone as people call it at a moment, such as "Eastern Time" or « heure de l’Est »; its name may change with the law. */
export function nameTimeZone(timeZone: string, language: Language, moment: Date): string {
  const format = new Intl.DateTimeFormat(`${language}-CA`, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
