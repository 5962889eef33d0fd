import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A time of day in a sentence: "5:30 p.m.", "noon"; « 17 h 30 », « midi ». Joined by no-break spaces. */
export function formatClockTime({ hour, minute }: { hour: number; minute: number }, language: Language): string {
  const atHour = hour % 24;
  if (minute === 0 && atHour === 12) return language === "fr" ? "midi" : "noon";
  if (minute === 0 && atHour === 0) return language === "fr" ? "minuit" : "midnight";
  const minutes = String(minute).padStart(2, "0");
  if (language === "fr") return minute === 0 ? `${atHour}\u00a0h` : `${atHour}\u00a0h\u00a0${minutes}`;
  const half = atHour < 12 ? "a.m." : "p.m.";
  const twelve = atHour % 12 === 0 ? 12 : atHour % 12;
  return minute === 0 ? `${twelve}\u00a0${half}` : `${twelve}:${minutes}\u00a0${half}`;
}

/** An end time as shown: rounded up to the full minute. */
export function minuteOfEnd(end: Date): Date {
  return new Date(Math.ceil(end.getTime() / 60_000) * 60_000);
}

/** A deadline as shown: at midnight the minute before, because "midnight" after a date may be read as the end of that day. */
export function beforeMidnight(deadline: Date, timeZone: string): Date {
  const isMidnight = formatTime(deadline, { timeZone, language: "en" }) === "midnight";
  return isMidnight ? new Date(deadline.getTime() - 60_000) : deadline;
}

export function formatTime(moment: Date, { timeZone, language }: { timeZone: string; language: Language }): string {
  const [hour, minute] = dateFormat("en-CA", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
    .format(moment)
    .split(":");
  return formatClockTime({ hour: Number(hour), minute: Number(minute) }, language);
}

/** Format of a date; the year of `inYearOf` is omitted. */
export interface DayFormat {
  timeZone: string;
  language: Language;
  inYearOf?: Date;
  weekday?: "long";
}

/** The local date of a moment in a zone: "December 1, 2026", « 1er décembre 2026 », with a no-break space after the day. */
export function formatDay(moment: Date, { timeZone, language, inYearOf, weekday }: DayFormat): string {
  const year = (at: Date) => dateFormat("en-CA", { timeZone, year: "numeric" }).format(at);
  const hasYear = inYearOf === undefined || year(inYearOf) !== year(moment);
  const day = dateFormat(`${language}-CA`, {
    timeZone,
    day: "numeric",
    month: "long",
    ...(hasYear && { year: "numeric" }),
    ...(weekday && { weekday }),
  }).format(moment);
  return language === "fr"
    ? day.replace(/\b(\d+) (?=\p{L})/u, (_, date) => `${date === "1" ? "1er" : date}\u00a0`)
    : day;
}

/** Making a format takes a hundred times as long as using it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format;
}

/** The newest name of each time zone and language: a page asks for all of a brand's zones at one moment. */
const zoneNames = new Map<string, { minute: number; name: string }>();

/** A time zone's name at a moment, such as "Eastern Time" or « heure de l’Est »; the law may change it. */
export function nameTimeZone(timeZone: string, language: Language, moment: Date): string {
  const key = `${timeZone} ${language}`;
  const minute = Math.floor(moment.getTime() / 60_000);
  const known = zoneNames.get(key);
  if (known?.minute === minute) return known.name;
  const format = dateFormat(`${language}-CA`, { timeZone, timeZoneName: "longGeneric" });
  const name = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  zoneNames.set(key, { minute, name });
  return name;
}

/**
 * A time zone's name next to a time of day: that of summer or winter within the two hours that the clocks repeat in
 * autumn, so that the time is known.
 */
export function nameTimeZoneOf(timeZone: string, language: Language, moment: Date): string {
  const { format } = dateFormat("en-CA", { timeZone, dateStyle: "short", timeStyle: "short" });
  const time = format(moment);
  const isRepeated = [-1, 1].some((hours) => format(moment.getTime() + hours * 3_600_000) === time);
  if (!isRepeated) return nameTimeZone(timeZone, language, moment);
  const parts = dateFormat(`${language}-CA`, { timeZone, timeZoneName: "long" }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/**
 * A number in each language's format: 1-833-555-0120 or 514-555-0120; in French 1 833 555-0120, with no-break spaces.
 */
export function formatTelephoneForText(number: string, language: Language): string {
  return language === "fr"
    ? number.replace(/^(1-)?(\d{3})-/, (_, one, area) => `${one ? "1\u00a0" : ""}${area}\u00a0`)
    : number;
}

/** The `tel:` URL of a number, with or without the leading 1. */
export function telephoneLink(number: string): string {
  return `tel:+1${number.replace(/^1-/, "").replaceAll("-", "")}`;
}

/** Separates characters so that screen readers read them one by one: "42" → "4 2", "482 913" → "4 8 2, 9 1 3". */
export function spellOut(characters: string): string {
  const groups = characters.split(/\s+/);
  return groups.map((group) => [...group].join("\u00a0")).join(", ");
}
