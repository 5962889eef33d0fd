import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { never, sessionLimit } from "./time-limit.server.ts";
import type { SessionLimit } from "./use-near-end.ts";
import type { LinkMemory, PortalVisit } from "./visit.ts";

/**
 * Until when the page of a link holds: as long as this browser is remembered, which begins anew whenever the page is
 * drawn, and never longer than the link.
 */
export function linkEnd(visit: PortalVisit, link: LinkMemory): SessionLimit {
  const { now } = visit;
  link.seenAt = now.toISOString();
  const { endDate } = link.answer;
  const idle = new Date(now.getTime() + lifetimes.portalSessionMinutes * 60_000);
  return sessionLimit(visit, { idle, latest: endDate === undefined ? never : new Date(endDate) });
}
