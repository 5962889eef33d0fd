/**
 * The moment of a typed local time such as 2026-11-28T06:00. Undefined where it is none, such as 30 February or an hour
 * that the clocks skip in spring.
 */
export function momentOfLocalTime(typed: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return undefined;
  const asUtc = new Date(`${typed}Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  // The second pass takes the offset of the moment itself, which differs near a change of clocks.
  const nearby = new Date(asUtc.getTime() - offsetMillis(asUtc, timeZone));
  if (Number.isNaN(nearby.getTime())) return undefined;
  const moment = new Date(asUtc.getTime() - offsetMillis(nearby, timeZone));
  return localTime(moment, timeZone).slice(0, typed.length) === typed ? moment : undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A moment such as 2026-11-28T06:00:00 in local time. Swedish writes a time in the form of ISO 8601. */
function localTime(moment: Date, timeZone: string): string {
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formatters.set(timeZone, formatter);
  return formatter.format(moment).replace(" ", "T");
}

/** How far local time is ahead of UTC. */
function offsetMillis(moment: Date, timeZone: string): number {
  return Date.parse(`${localTime(moment, timeZone)}Z`) - Math.floor(moment.getTime() / 1000) * 1000;
}

/** How far local time is ahead of UTC until a moment. */
export interface ZoneOffset {
  minutes: number;
  /** Undefined for the last one. */
  until?: Date;
}

const halfHour = 30 * 60_000;
const week = 7 * 48 * halfHour;

/** The offsets of a time zone in a period, in order. Clocks change at a half hour, once a week at most. */
export function offsetsOf({ from, to, timeZone }: { from: Date; to: Date; timeZone: string }): ZoneOffset[] {
  const minutesAt = (millis: number) => offsetMillis(new Date(millis), timeZone) / 60_000;
  const offsets: ZoneOffset[] = [];
  let minutes = minutesAt(from.getTime());
  for (let at = from.getTime(); at < to.getTime(); at += week) {
    const later = minutesAt(at + week);
    if (later === minutes) continue;
    let change = at;
    while (minutesAt(change) === minutes) change += halfHour;
    offsets.push({ minutes, until: new Date(change) });
    minutes = later;
  }
  return [...offsets, { minutes }];
}
