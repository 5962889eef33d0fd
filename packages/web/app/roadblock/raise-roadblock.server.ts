import { type RaisedRoadblockId, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import type { PortalSession, PortalVisit } from "../visit/visit.ts";

/**
 * Sends a person to a roadblock and opens its page to them.
 * `until`: ISO time at which the pause ends by itself. `errorCode`: of what broke; shown in brackets.
 */
export function raiseRoadblock(
  visit: PortalVisit,
  id: RaisedRoadblockId,
  facts: Omit<NonNullable<PortalSession["roadblock"]>, "id" | "reference"> = {},
): Response {
  visit.session.roadblock = { id, ...facts };
  return redirect(roadblocks[id].path, 303);
}
