import { type RoadblockRow, roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { isNavigationAway } from "../request/is-navigation-away.rule.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { leavePath, letterRequestPath } from "./action-path.table.ts";
import { clearLink, clearRegistration } from "./clear-flow.rule.ts";
import { referenceFor } from "./roadblock-reference.server.ts";

const paths: ReadonlySet<string> = new Set([
  ...roadblockIds.map((id) => roadblocks[id].path),
  "/roadblock",
  leavePath,
  "/preferences",
  letterRequestPath,
]);

/** Navigation to a page that is not a roadblock clears the roadblock, and the flow, unless its row keeps it. */
export async function leaveRoadblockAt(
  requestContext: PortalRequestContext,
  request: Pick<Request, "method" | "headers">,
  pathname: string,
): Promise<void> {
  if (isNavigationAway(request, { pathname, stays: paths })) await leaveRoadblock(requestContext);
}

export async function leaveRoadblock(requestContext: PortalRequestContext): Promise<void> {
  const raised = requestContext.session.roadblock;
  if (raised === undefined) return;
  await reportRoadblockView(requestContext);
  delete requestContext.session.roadblock;
  const { keepsFlow }: RoadblockRow = roadblocks[raised.id];
  if (keepsFlow) return;
  clearRegistration(requestContext.session);
  clearLink(requestContext.session);
}

/** Records a roadblock that has no reference because the API did not respond when its page was shown. */
export async function reportRoadblockView(requestContext: PortalRequestContext): Promise<void> {
  const raised = requestContext.session.roadblock;
  if (raised !== undefined && raised.reference === undefined) await referenceFor(requestContext, raised);
}
