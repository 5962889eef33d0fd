import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { LinkMemory, PortalRequestContext } from "./request-context.ts";
import { never, sessionLimit } from "./time-limit.server.ts";
import type { SessionLimit } from "./use-expiry-warning.ts";

/**
 * Expiry of a link's page: the session's lifetime, restarted each time the page is shown, at most until the link
 * expires.
 */
export function linkEnd(requestContext: PortalRequestContext, link: LinkMemory): SessionLimit {
  const { now } = requestContext;
  link.seenAt = now.toISOString();
  const { endDate } = link.answer;
  const idle = new Date(now.getTime() + ttl.portalSessionMinutes * 60_000);
  return sessionLimit(requestContext, { idle, latest: endDate === undefined ? never : new Date(endDate) });
}
