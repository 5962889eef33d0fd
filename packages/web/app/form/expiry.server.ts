import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { timeOfDay } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import type { SessionLimit, TimeLimit } from "./use-expiry-warning.ts";

/** An expiry that the page warns about, in the province's time zone. */
export function timeLimit(requestContext: PortalRequestContext, { expiresAt }: { expiresAt: Date }): TimeLimit {
  const secondsLeft = Math.floor((expiresAt.getTime() - requestContext.now.getTime()) / 1000);
  return {
    endsAt: timeOfDay(requestContext, expiresAt),
    warnsInSeconds: Math.max(0, secondsLeft - ttl.warningMinutes * 60),
  };
}

/** Whole seconds until an ISO time; 0 once it has passed, or for an empty one. */
export function secondsUntil(moment: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(moment) - now.getTime()) / 1000) || 0);
}

/** Expiry of a code that was sent at the given ISO time. */
export function codeLimit(requestContext: PortalRequestContext, { sentAt }: { sentAt: string }): TimeLimit {
  return timeLimit(requestContext, { expiresAt: new Date(Date.parse(sentAt) + ttl.oneTimeCodeMinutes * 60_000) });
}

/** The latest possible Date, for a limit that is unknown. */
export const never = new Date(8.64e15);

/** The earlier of the idle expiry and the absolute expiry; only the idle one can be extended. */
export function sessionLimit(
  requestContext: PortalRequestContext,
  { idle, latest }: { idle: Date; latest: Date },
): SessionLimit {
  const left = latest.getTime() - idle.getTime();
  // Some expiry times are rounded to whole seconds.
  return { ...timeLimit(requestContext, { expiresAt: left < 0 ? latest : idle }), isExtended: left >= 1000 };
}

/**
 * Expiry of the page of a link: the session's lifetime after the page was last shown, at the latest the link's expiry.
 * Saves the current time as the one at which the page was shown.
 */
export function linkLimit(
  requestContext: PortalRequestContext,
  link: { seenAt?: string | undefined; answer: { endDate?: string | undefined } },
): SessionLimit {
  const { now } = requestContext;
  link.seenAt = now.toISOString();
  const { endDate } = link.answer;
  const idle = new Date(now.getTime() + ttl.portalSessionMinutes * 60_000);
  return sessionLimit(requestContext, { idle, latest: endDate === undefined ? never : new Date(endDate) });
}
