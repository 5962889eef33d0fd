import { type RoadblockRow, roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { forgetLink } from "../visit/forget-link.rule.ts";
import { forgetRegistration } from "../visit/forget-registration.rule.ts";
import type { PortalVisit } from "../visit/visit.ts";

const paths: ReadonlySet<string> = new Set([
  ...roadblockIds.map((id) => roadblocks[id].path),
  "/roadblock",
  "/roadblock/leave",
  "/preferences",
  // What a browser fetches beside a page is no other page.
  "/icon.svg",
]);

/** A page that is not a roadblock takes the roadblock away, and with it what the roadblock resets. */
export function leaveRoadblockAt(visit: PortalVisit, request: { method: string; pathname: string }): void {
  if (request.method === "GET" && !paths.has(request.pathname.replace(/(.)\/$/, "$1"))) leaveRoadblock(visit);
}

export function leaveRoadblock(visit: PortalVisit): void {
  const raised = visit.session.roadblock;
  if (raised === undefined) return;
  delete visit.session.roadblock;
  const { resets }: RoadblockRow = roadblocks[raised.id];
  if (resets.includes("registration")) forgetRegistration(visit.session);
  if (resets.includes("link")) forgetLink(visit.session);
}
