import { provinces } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import type { PortalRequestContext } from "./request-context.ts";
import type { SessionLimit, TimeLimit } from "./use-expiry-warning.ts";
import { inZone } from "./zone-name.server.ts";

/**
 * A moment as the clocks of the person's province show it, with the zone where it must be named. The server draws it, and
 * knows nothing of the clock that the person looks at.
 */
export function timeOfDay(requestContext: PortalRequestContext, moment: Date): string {
  return inZone(requestContext, formatTimeNearby(requestContext, moment));
}

/** The same for a moment that is told beside an end: one of the two names the zone. */
export function formatTimeNearby({ province, language }: PortalRequestContext, moment: Date): string {
  return sayTime(moment, { timeZone: provinces[province].timeZone, language });
}

/** An end that a page warns of, on the clocks of the person's province. */
export function timeLimit(requestContext: PortalRequestContext, { end }: { end: Date }): TimeLimit {
  const secondsLeft = Math.floor((end.getTime() - requestContext.now.getTime()) / 1000);
  return {
    endsAt: timeOfDay(requestContext, end),
    warnsInSeconds: Math.max(0, secondsLeft - ttl.warningMinutes * 60),
  };
}

/** Until when a code works that left at an ISO time. */
export function codeLimit(requestContext: PortalRequestContext, { sentAt }: { sentAt: string }): TimeLimit {
  return timeLimit(requestContext, { end: new Date(Date.parse(sentAt) + ttl.oneTimeCodeMinutes * 60_000) });
}

/** Later than anything lives: an end in any case that nobody has told. */
export const never = new Date(8.64e15);

/** The nearer of two ends: of a page that nobody uses, and of one that somebody does. The second is never put off. */
export function sessionLimit(
  requestContext: PortalRequestContext,
  { idle, latest }: { idle: Date; latest: Date },
): SessionLimit {
  const left = latest.getTime() - idle.getTime();
  // Some ends are known in whole seconds.
  return { ...timeLimit(requestContext, { end: left < 0 ? latest : idle }), isExtended: left >= 1000 };
}
