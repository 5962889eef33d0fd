import { type LegacyGround, type LegacyPage, legacyFlow, mayFollow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { LegacyMemory, PortalSession } from "../../../../visit/request-context.ts";

/** Whether a requested URL shows its page: it is the current page or one of its predecessors. */
export function canOpenPage(page: LegacyPage, session: PortalSession & { legacy: LegacyMemory }): boolean {
  const { legacy } = session;
  return (legacy.page === page || mayFollow(page, legacy.page)) && hasGround(legacyFlow[page].ground, session);
}

function hasGround(ground: LegacyGround, { legacy, mailedLink }: PortalSession & { legacy: LegacyMemory }): boolean {
  switch (ground) {
    case "nothing":
      return true;
    case "ways":
      return legacy.ways.length > 0;
    case "SMS":
    case "EMAIL":
    case "PIN":
      return legacy.chosen?.method === ground;
    case "ASKEMAIL":
    case "ASKUSERNAME":
    case "ASKPASSWORD":
      return legacy.question?.action === ground;
    case "mailed":
      return mailedLink !== undefined;
    case "proven":
      return legacy.proven !== undefined;
    case "welcomed":
      return legacy.welcomed !== undefined;
  }
}
