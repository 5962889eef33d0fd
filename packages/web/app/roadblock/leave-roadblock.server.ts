import { type RoadblockRow, roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { forgetLink } from "../visit/forget-link.rule.ts";
import { forgetRegistration } from "../visit/forget-registration.rule.ts";
import { goesElsewhere } from "../visit/goes-elsewhere.rule.ts";
import { letterRequestPath } from "../visit/letter-request-path.ts";
import type { PortalVisit } from "../visit/visit.ts";
import { referenceFor } from "./roadblock-reference.server.ts";

const paths: ReadonlySet<string> = new Set([
  ...roadblockIds.map((id) => roadblocks[id].path),
  "/roadblock",
  "/roadblock/leave",
  "/preferences",
  letterRequestPath,
]);

/** A page that is not a roadblock takes the roadblock away, and with it what the roadblock resets. */
export async function leaveRoadblockAt(
  visit: PortalVisit,
  request: Pick<Request, "method" | "headers">,
  pathname: string,
): Promise<void> {
  if (goesElsewhere(request, { pathname, stays: paths })) await leaveRoadblock(visit);
}

export async function leaveRoadblock(visit: PortalVisit): Promise<void> {
  const raised = visit.session.roadblock;
  if (raised === undefined) return;
  await tellRoadblock(visit);
  delete visit.session.roadblock;
  const { resets }: RoadblockRow = roadblocks[raised.id];
  if (resets.includes("registration")) forgetRegistration(visit.session);
  if (resets.includes("link")) forgetLink(visit.session);
}

/** One whose page had no answer of the API, and so no reference, is counted on the way out. */
export async function tellRoadblock(visit: PortalVisit): Promise<void> {
  const raised = visit.session.roadblock;
  if (raised !== undefined && raised.reference === undefined) await referenceFor(visit, raised);
}
