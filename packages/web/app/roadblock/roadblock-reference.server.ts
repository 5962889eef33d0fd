import { type RoadblockRow, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { helpCaller, helpClient } from "../frame/help-api.server.ts";
import { journeyBehind } from "../visit/journey-behind.server.ts";
import type { PortalSession, PortalVisit } from "../visit/visit.ts";
import { openWays, pauseEndOf } from "./pause-end.server.ts";
import { rowOf } from "./roadblock-data.server.ts";
import { titleFacts } from "./roadblock-words.server.ts";

/**
 * Makes the reference of a roadblock, once for each time that it is raised; statistics count the roadblock by it.
 * Undefined where none could be made.
 */
export async function referenceFor(
  visit: PortalVisit,
  raised: NonNullable<PortalSession["roadblock"]>,
): Promise<string | undefined> {
  const { path, agentCode }: RoadblockRow = roadblocks[raised.id];
  const row = rowOf(raised);
  const pause = pauseEndOf(visit, { row, until: raised.until });
  const ways = openWays({ row, session: visit.session, pause });
  return helpClient(visit).supportReference(helpCaller(visit), {
    page: path,
    agentCode,
    ...(raised.errorCode && { shownCode: raised.errorCode }),
    ...titleFacts(visit, { met: raised, pause, ways }),
    ...journeyBehind(visit.session, path),
  });
}
