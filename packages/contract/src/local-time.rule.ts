import { Temporal } from "temporal-polyfill";

/**
 * The moment of a typed local time such as 2026-11-28T06:00; of an hour that the clocks repeat, the first. Undefined
 * where it is none, such as 30 February or an hour that the clocks skip in spring.
 */
export function momentOfLocalTime(typed: string, timeZone: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return undefined;
  try {
    const local = Temporal.PlainDateTime.from(typed, { overflow: "reject" });
    const zoned = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
    return zoned.toPlainDateTime().equals(local) ? new Date(zoned.epochMilliseconds) : undefined;
  } catch {
    return undefined;
  }
}

/** The first moment of an ISO date in a time zone; after midnight where the clocks skip it. */
export function startOfDay(date: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

/** How far local time is ahead of UTC until a moment. */
export interface ZoneOffset {
  minutes: number;
  /** Undefined for the last one. */
  until?: Date;
}

/** The offsets of a time zone in a period, in order. */
export function offsetsOf({ from, to, timeZone }: { from: Date; to: Date; timeZone: string }): ZoneOffset[] {
  const offsets: ZoneOffset[] = [];
  let zoned = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone);
  for (;;) {
    const minutes = zoned.offsetNanoseconds / 60e9;
    const change = zoned.getTimeZoneTransition("next");
    if (change === null || change.epochMilliseconds >= to.getTime()) return [...offsets, { minutes }];
    offsets.push({ minutes, until: new Date(change.epochMilliseconds) });
    zoned = change;
  }
}
