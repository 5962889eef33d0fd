import type { Exit, RoadblockRow } from "@vestibule/catalogue/roadblock.table.ts";
import type { PortalSession } from "../portal-session.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { brokenJourney } from "./journey-at-fault.rule.ts";
import { isOpen, type UntilInWords, untilInWords } from "./roadblock-data.server.ts";

/** `over`: the lockout has expired and `restartAt` is available again. `unknown`: no expiry is known. */
export type LockoutEnd =
  | { kind: "ends"; end: UntilInWords }
  | { kind: "over"; restartAt: NonNullable<RoadblockRow["restartAt"]> }
  | { kind: "unknown" };

export function lockoutEnd(
  requestContext: PortalRequestContext,
  { row, until }: { row: RoadblockRow; until: string | undefined },
): LockoutEnd {
  const end = untilInWords(requestContext, until);
  if (end !== undefined) return { kind: "ends", end };
  if (row.restartAt === undefined || Number.isNaN(Date.parse(until ?? ""))) return { kind: "unknown" };
  return { kind: "over", restartAt: row.restartAt };
}

/** Exits that are available, in display order. */
export function availableExits({
  row,
  session,
  pause,
}: {
  row: RoadblockRow;
  session: PortalSession;
  pause: LockoutEnd;
}) {
  // Before a known expiry a retry is pointless.
  const isEarly = (way: Exit) => (way === "retry" || way === "findAddress") && pause.kind === "ends";
  const open = row.exits.filter((way) => isOpen(way, { row, session }) && !isEarly(way));
  // A failed registration starts again, so its exit is labelled as registration rather than retry.
  const isRegistering = brokenJourney(session).kind === "registration";
  const ways = open.map((way): Exit => (way === "retry" && isRegistering ? "registration" : way));
  const back = row.restartAt;
  if (back === undefined || pause.kind === "unknown") return ways;
  const others = ways.filter((way) => way !== back);
  if (pause.kind === "over") return [back, ...others];
  return ways.length === others.length ? ways : [...others, back];
}
