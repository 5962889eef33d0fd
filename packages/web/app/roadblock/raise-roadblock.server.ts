import { type RaisedRoadblockId, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import type { PortalRequestContext, PortalSession } from "../visit/request-context.ts";

/**
 * Sends a person to a roadblock and opens its page to them.
 * `until`: ISO time at which the pause ends by itself. `errorCode`: of what broke; shown in brackets.
 */
export function raiseRoadblock(
  requestContext: PortalRequestContext,
  id: RaisedRoadblockId,
  facts: Omit<NonNullable<PortalSession["roadblock"]>, "id" | "reference"> = {},
): Response {
  requestContext.session.roadblock = { id, ...facts };
  return redirect(roadblocks[id].path, 303);
}
