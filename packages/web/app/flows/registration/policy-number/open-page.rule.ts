import type { PageNeed } from "@vestibule/catalogue/flow-row.ts";
import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { mayFollow } from "@vestibule/contract/flow.rule.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import type { LegacySlice } from "../session-slice.server.ts";

/** Whether a requested URL shows its page: it is the current page or one of its predecessors. */
export function canOpenPage(page: LegacyPage, session: PortalSession & { legacy: LegacySlice }): boolean {
  const { legacy } = session;
  const isNear = legacy.page === page || mayFollow(legacyFlow[legacy.page], page);
  return isNear && hasNeeded(legacyFlow[page].needs, session);
}

function hasNeeded(need: PageNeed, { legacy, mailedLink }: PortalSession & { legacy: LegacySlice }): boolean {
  switch (need) {
    case "nothing":
      return true;
    case "methods":
      return legacy.methods.length > 0;
    case "SMS":
    case "EMAIL":
    case "PIN":
      return legacy.chosen?.method === need;
    case "ASKEMAIL":
    case "ASKUSERNAME":
    case "ASKPASSWORD":
      return legacy.question?.action === need;
    case "mailed":
      return mailedLink !== undefined;
    case "proven":
      return legacy.verified !== undefined;
    case "existingAccount":
      return legacy.existingAccount !== undefined;
  }
}
