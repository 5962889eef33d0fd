import { softRoadblocks } from "@vestibule/catalogue/soft-roadblock.table.ts";
import { helpCaller, helpClient } from "../frame/help-api.server.ts";
import { journeyBehind } from "../visit/journey-behind.server.ts";
import type { PortalVisit } from "../visit/visit.ts";

/** Stands ready to be read out where something of ours did not work and the page stays. Undefined where none could be made. */
export function softReference(visit: PortalVisit, { shownCode }: { shownCode: string }): Promise<string | undefined> {
  const { agentCode } = softRoadblocks["not-saved"];
  return helpClient(visit).supportReference(helpCaller(visit), {
    ...{ agentCode, shownCode },
    ...journeyBehind(visit.session),
  });
}
