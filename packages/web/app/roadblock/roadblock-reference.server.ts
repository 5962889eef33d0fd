import { errorDialogs } from "@vestibule/catalogue/error-dialog.table.ts";
import { type RoadblockRow, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { createSupportReference } from "../frame/help-api.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { flowInProgress } from "./flow-in-progress.server.ts";
import { showRoadblock } from "./lockout-end.server.ts";
import { titleFacts } from "./roadblock-words.server.ts";
import type { RaisedRoadblock } from "./session-slice.server.ts";

/**
 * Creates the reference of a raised roadblock; the API then also records the roadblock for statistics. Undefined if the
 * API creates none.
 */
export async function referenceFor(
  requestContext: PortalRequestContext,
  raised: RaisedRoadblock,
): Promise<string | undefined> {
  const { path, agentCode }: RoadblockRow = roadblocks[raised.id];
  return createSupportReference(requestContext, {
    page: path,
    agentCode,
    ...(raised.errorCode && { shownCode: raised.errorCode }),
    ...titleFacts(requestContext, showRoadblock(requestContext, raised)),
    ...flowInProgress(requestContext.session, path),
  });
}

/** Reference for an error that a dialog over the page shows. Undefined if the API creates none. */
export function referenceIfAvailable(
  requestContext: PortalRequestContext,
  { shownCode }: { shownCode: string },
): Promise<string | undefined> {
  const { agentCode } = errorDialogs["not-saved"];
  return createSupportReference(requestContext, {
    agentCode,
    shownCode,
    ...flowInProgress(requestContext.session),
  });
}
