import { provinces } from "@vestibule/catalogue/province.table.ts";
import {
  type Exit,
  type RoadblockId,
  type RoadblockRow,
  roadblockIds,
  roadblocks,
  shownCauses,
} from "@vestibule/catalogue/roadblock.table.ts";
import { addDays, localMoment, relativeDay } from "@vestibule/contract/opening-hours/local-moment.rule.ts";
import { formatDay, formatTime, minuteOfEnd } from "@vestibule/wording/format.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { withoutTrailingSlash } from "../request/pathname.rule.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import type { PortalSession } from "../session/portal-session.server.ts";
import { expiredLinkSlice } from "../shared-slices/link-slices.server.ts";
import { interruptedFlow } from "./interrupted-flow.rule.ts";
import { type RaisedRoadblock, roadblockSlice } from "./session-slice.server.ts";

/** The roadblock of a path, with or without a trailing slash. */
export function roadblockAt(pathname: string): RoadblockId | undefined {
  return roadblockIds.find((id) => roadblocks[id].path === withoutTrailingSlash(pathname));
}

/** Row of a roadblock whose page any request may open; a request for help on that page records the roadblock. */
export function openRowAt(page: string | undefined): RoadblockRow | undefined {
  const row = Object.values<RoadblockRow>(roadblocks).find(({ path }) => path === page);
  return row?.opensTo === "anybody" ? row : undefined;
}

/** A raised roadblock, or one whose page any request may open. */
export type DisplayedRoadblock = Omit<RaisedRoadblock, "id"> & { id: RoadblockId };

/** The roadblock's row, with the values that differ because of its cause. */
export function rowOf(displayed: DisplayedRoadblock): RoadblockRow {
  return { ...roadblocks[displayed.id], ...shownCauses.get(displayed.errorCode?.toLowerCase())?.differs };
}

/** Whether the session has what the exit needs. */
export function isOpen(exit: Exit, { row, session }: { row: RoadblockRow; session: PortalSession }): boolean {
  const interrupted = interruptedFlow(session);
  const roadblock = session.get(roadblockSlice);
  // Without an interrupted flow, a retry leads to the login page too.
  if (exit === "login") return !row.exits.includes("retry") || interrupted.kind !== "none";
  if (exit === "retry") return interrupted.kind !== "link";
  if (exit === "newLink") return session.has(expiredLinkSlice);
  if (exit === "newLetter") return roadblock?.letter === "offered";
  if (exit === "changeRole") return roadblock?.otherRole !== undefined;
  if (exit === "newCode") return roadblock?.newCode === true;
  if (exit === "back") return roadblock?.from !== undefined;
  return true;
}

/** `near`: within the next seven days, with a weekday as `day`. `far`: later, with a date. */
export type LockoutEndText = { kind: "today"; time: string } | { kind: "near" | "far"; day: string; time: string };

/**
 * The end of a lockout (ISO time) in the province's time zone, rounded up to the minute. Undefined if it has passed or
 * is unknown.
 */
export function untilInWords(
  requestContext: PortalRequestContext,
  until: string | undefined,
): LockoutEndText | undefined {
  const end = new Date(until ?? Number.NaN);
  if (!(end > requestContext.now)) return undefined;
  const { language } = requestContext;
  const { timeZone } = provinces[requestContext.province];
  const minute = minuteOfEnd(end);
  const time = formatTime(minute, { timeZone, language });
  const today = localMoment(requestContext.now, timeZone).date;
  const { date } = localMoment(minute, timeZone);
  if (date === today) return { kind: "today", time };
  if (date >= addDays(today, 7))
    return { kind: "far", day: formatDay(minute, { timeZone, language, inYearOf: requestContext.now }), time };
  return { kind: "near", day: String(sentence(`hours:day.${relativeDay(date, { today })}`, language)), time };
}
