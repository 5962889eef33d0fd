import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import type { SessionLimit, TimeLimit } from "./use-near-end.ts";
import type { PortalVisit } from "./visit.ts";
import { inZone } from "./zone-name.server.ts";

/**
 * A moment as the clocks of the person's province show it, with the zone where it must be named. The server draws it, and
 * knows nothing of the clock that the person looks at.
 */
export function timeOfDay(visit: PortalVisit, moment: Date): string {
  return inZone(visit, timeBeside(visit, moment));
}

/** The same for a moment that is told beside an end: one of the two names the zone. */
export function timeBeside({ province, language }: PortalVisit, moment: Date): string {
  return sayTime(moment, { timeZone: provinces[province].timeZone, language });
}

/** An end that a page warns of, on the clocks of the person's province. */
export function timeLimit(visit: PortalVisit, { end }: { end: Date }): TimeLimit {
  const secondsLeft = Math.floor((end.getTime() - visit.now.getTime()) / 1000);
  return {
    endsAt: timeOfDay(visit, end),
    warnsInSeconds: Math.max(0, secondsLeft - lifetimes.warningMinutes * 60),
  };
}

/** Until when a code works that left at an ISO time. */
export function codeLimit(visit: PortalVisit, { sentAt }: { sentAt: string }): TimeLimit {
  return timeLimit(visit, { end: new Date(Date.parse(sentAt) + lifetimes.oneTimeCodeMinutes * 60_000) });
}

/** Later than anything lives: an end in any case that nobody has told. */
export const never = new Date(8.64e15);

/** The nearer of two ends: of a page that nobody uses, and of one that somebody does. The second is never put off. */
export function sessionLimit(visit: PortalVisit, { idle, latest }: { idle: Date; latest: Date }): SessionLimit {
  const left = latest.getTime() - idle.getTime();
  // Some ends are known in whole seconds.
  return { ...timeLimit(visit, { end: left < 0 ? latest : idle }), isExtended: left >= 1000 };
}
