import type { Language } from "@vestibule/catalogue/province.table.ts";

/** A time of day in a sentence: "5:30 p.m.", "noon"; « 17 h 30 », « midi ». Joined by no-break spaces. */
export function sayClock({ hour, minute }: { hour: number; minute: number }, language: Language): string {
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

/** The local time of a moment in a zone. */
export function sayTime(moment: Date, { timeZone, language }: { timeZone: string; language: Language }): string {
  const [hour, minute] = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  })
    .format(moment)
    .split(":");
  return sayClock({ hour: Number(hour), minute: Number(minute) }, language);
}
