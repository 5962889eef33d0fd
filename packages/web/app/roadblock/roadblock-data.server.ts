import { provinces } from "@vestibule/catalogue/province.table.ts";
import {
  type RoadblockId,
  type RoadblockRow,
  roadblockIds,
  roadblocks,
  type WayOut,
} from "@vestibule/catalogue/roadblock.table.ts";
import { dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import { sayDay } from "@vestibule/wording/spoken-day.ts";
import { helpCaller, helpClient } from "../frame/help-api.server.ts";
import { journeyBehind } from "../visit/journey-behind.server.ts";
import type { PortalSession, PortalVisit } from "../visit/visit.ts";

export function roadblockAt(pathname: string): RoadblockId | undefined {
  return roadblockIds.find((id) => roadblocks[id].path === pathname.replace(/\/$/, ""));
}

/** Whether a way of the row leads anywhere for this person. */
export function isOpen(way: WayOut, { row, session }: { row: RoadblockRow; session: PortalSession }): boolean {
  // To try again and to log in are one way where no registration was under way.
  if (way === "login")
    return !row.waysOut.includes("retry") || session.registration !== undefined || session.legacy !== undefined;
  if (way === "newLink") return session.expiredLink !== undefined;
  if (way === "back") return session.roadblock?.from !== undefined;
  return true;
}

export type UntilInWords = { kind: "today"; time: string } | { kind: "later"; day: string; time: string };

/** When the pause ends, on the clocks of the person's province; undefined when it has ended or ends by nobody knows. */
export function untilInWords(visit: PortalVisit, until: string | undefined): UntilInWords | undefined {
  const end = new Date(until ?? Number.NaN);
  if (!(end > visit.now)) return undefined;
  const { timeZone } = provinces[visit.province];
  // A pause must be over at the minute that is named.
  const minute = new Date(Math.ceil(end.getTime() / 60_000) * 60_000);
  const time = sayTime(minute, { timeZone, language: visit.language });
  if (dateInZone(minute, timeZone) === dateInZone(visit.now, timeZone)) return { kind: "today", time };
  return { kind: "later", day: sayDay(minute, { timeZone, language: visit.language }), time };
}

/** Made once for a roadblock, so that it stands ready to be read out. Undefined where none could be made. */
export async function referenceFor(visit: PortalVisit, id: RoadblockId): Promise<string | undefined> {
  const row: RoadblockRow = roadblocks[id];
  return helpClient(visit).supportReference(helpCaller(visit), {
    page: row.path,
    agentCode: row.agentCode,
    ...journeyBehind(visit.session, row.path),
  });
}
