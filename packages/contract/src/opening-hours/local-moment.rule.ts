/** Monday first, the order of display. */
export const dayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type WeekdayName = (typeof dayNames)[number];

/** A moment in local time of a zone: ISO date and 24-hour time, both sortable as text. */
export interface LocalMoment {
  date: string;
  time: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function localMoment(moment: Date, timeZone: string): LocalMoment {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
}

/** Calendar arithmetic on an ISO date, independent of clock and zone. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

export function weekdayOf(date: string): WeekdayName {
  const fromSunday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return dayNames[(fromSunday + 6) % 7] ?? "monday";
}

export type RelativeDay = "today" | "tomorrow" | WeekdayName;

export function relativeDay(date: string, { today }: { today: string }): RelativeDay {
  if (date === today) return "today";
  return date === addDays(today, 1) ? "tomorrow" : weekdayOf(date);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  return format;
}
