import { type RoadblockRow, roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { isNavigationAway } from "../request/is-navigation-away.rule.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { leavePath, letterRequestPath } from "./action-path.table.ts";
import { clearLink, clearRegistration } from "./clear-flow.rule.ts";
import { referenceFor } from "./roadblock-reference.server.ts";
import { roadblockSlice } from "./session-slice.server.ts";

const paths: ReadonlySet<string> = new Set([
  ...roadblockIds.map((id) => roadblocks[id].path),
  "/roadblock",
  leavePath,
  "/preferences",
  letterRequestPath,
]);

/** Clears the roadblock when the person navigates to another page, and the flow unless the roadblock keeps it. */
export async function leaveRoadblockAt(
  requestContext: PortalRequestContext,
  request: Pick<Request, "method" | "headers">,
  pathname: string,
): Promise<void> {
  if (isNavigationAway(request, { pathname, stays: paths })) await leaveRoadblock(requestContext);
}

/** Clears the roadblock of the session, and the flow unless the roadblock keeps it. */
export async function leaveRoadblock(requestContext: PortalRequestContext): Promise<void> {
  const raised = requestContext.session.get(roadblockSlice);
  if (raised === undefined) return;
  await reportRoadblockView(requestContext);
  requestContext.session.delete(roadblockSlice);
  const { keepsFlow }: RoadblockRow = roadblocks[raised.id];
  if (keepsFlow) return;
  clearRegistration(requestContext.session);
  clearLink(requestContext.session);
}

/** Records a roadblock that was not recorded when its page was shown, because the API did not respond. */
export async function reportRoadblockView(requestContext: PortalRequestContext): Promise<void> {
  const raised = requestContext.session.get(roadblockSlice);
  if (raised !== undefined && raised.reference === undefined) await referenceFor(requestContext, raised);
}
