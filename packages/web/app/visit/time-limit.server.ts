import { provinces } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sayTime } from "@vestibule/wording/format.ts";
import type { PortalRequestContext } from "./request-context.ts";
import type { SessionLimit, TimeLimit } from "./use-expiry-warning.ts";
import { inZone } from "./zone-name.server.ts";

/**
 * A time of day in the province's time zone, which is named when it must be. The server does not know the browser's
 * time zone.
 */
export function timeOfDay(requestContext: PortalRequestContext, moment: Date): string {
  return inZone(requestContext, formatTimeNearby(requestContext, moment));
}

/** Without the zone's name: for a time shown beside another one that has it. */
export function formatTimeNearby({ province, language }: PortalRequestContext, moment: Date): string {
  return sayTime(moment, { timeZone: provinces[province].timeZone, language });
}

/** An expiry that the page warns about, in the province's time zone. */
export function timeLimit(requestContext: PortalRequestContext, { end }: { end: Date }): TimeLimit {
  const secondsLeft = Math.floor((end.getTime() - requestContext.now.getTime()) / 1000);
  return {
    endsAt: timeOfDay(requestContext, end),
    warnsInSeconds: Math.max(0, secondsLeft - ttl.warningMinutes * 60),
  };
}

/** Expiry of a code that was sent at the given ISO time. */
export function codeLimit(requestContext: PortalRequestContext, { sentAt }: { sentAt: string }): TimeLimit {
  return timeLimit(requestContext, { end: new Date(Date.parse(sentAt) + ttl.oneTimeCodeMinutes * 60_000) });
}

/** The latest possible Date: for a limit that is unknown. */
export const never = new Date(8.64e15);

/** The earlier of the idle expiry and the absolute expiry; only the idle one can be extended. */
export function sessionLimit(
  requestContext: PortalRequestContext,
  { idle, latest }: { idle: Date; latest: Date },
): SessionLimit {
  const left = latest.getTime() - idle.getTime();
  // Some expiry times are rounded to whole seconds.
  return { ...timeLimit(requestContext, { end: left < 0 ? latest : idle }), isExtended: left >= 1000 };
}
