import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A zone as people call it, summer and winter: "Eastern Time", « heure de l’Est ». */
export function sayZone(timeZone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(`${language}-CA`, { timeZone, timeZoneName: "longGeneric" });
  return format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
