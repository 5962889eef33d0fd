import { type RaisedRoadblockId, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { redirect } from "react-router";
import type { PortalRequestContext } from "../request/request-context.ts";
import { type RaisedRoadblock, roadblockSlice } from "./session-slice.server.ts";

/**
 * Redirects to a roadblock and raises it in the session, which lets the browser open its page. `until`: ISO time at
 * which the lockout expires. `errorCode`: code of the underlying error, shown in brackets.
 */
export function raiseRoadblock(
  requestContext: PortalRequestContext,
  id: RaisedRoadblockId,
  facts: Omit<RaisedRoadblock, "id"> = {},
): Response {
  requestContext.session.set(roadblockSlice, { id, ...facts });
  return redirect(roadblocks[id].path, 303);
}
