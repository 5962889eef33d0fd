import type { Language } from "@vestibule/catalogue/province.table.ts";

/** Format of a date; the year of `inYearOf` is omitted. */
export interface SpokenDay {
  timeZone: string;
  language: Language;
  inYearOf?: Date;
}

/** The local date of a moment in a zone: "December 1, 2026", « 1er décembre 2026 ». */
export function sayDay(moment: Date, { timeZone, language, inYearOf }: SpokenDay): string {
  const year = (at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric" }).format(at);
  const isSaid = inYearOf === undefined || year(inYearOf) !== year(moment);
  const day = new Intl.DateTimeFormat(`${language}-CA`, {
    ...{ timeZone, day: "numeric", month: "long" },
    ...(isSaid && { year: "numeric" }),
  }).format(moment);
  return language === "fr" ? day.replace(/^1 /, "1er ") : day;
}
