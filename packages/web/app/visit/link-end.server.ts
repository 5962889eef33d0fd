import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { LinkMemory, PortalRequestContext } from "./request-context.ts";
import { never, sessionLimit } from "./time-limit.server.ts";
import type { SessionLimit } from "./use-expiry-warning.ts";

/**
 * Until when the page of a link holds: as long as this browser is remembered, which begins anew whenever the page is
 * drawn, and never longer than the link.
 */
export function linkEnd(requestContext: PortalRequestContext, link: LinkMemory): SessionLimit {
  const { now } = requestContext;
  link.seenAt = now.toISOString();
  const { endDate } = link.answer;
  const idle = new Date(now.getTime() + ttl.portalSessionMinutes * 60_000);
  return sessionLimit(requestContext, { idle, latest: endDate === undefined ? never : new Date(endDate) });
}
