import type { Exit, RoadblockRow } from "@vestibule/catalogue/roadblock.table.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import type { PortalSession } from "../session/portal-session.server.ts";
import { interruptedFlow } from "./interrupted-flow.rule.ts";
import { type DisplayedRoadblock, isOpen, type LockoutEndText, rowOf, untilInWords } from "./roadblock-data.server.ts";

/** `ends`: the lockout expires then. `ended`: it has expired, and `restartAt` is available again. */
export type LockoutEnd =
  | { kind: "ends"; end: LockoutEndText }
  | { kind: "ended"; restartAt: NonNullable<RoadblockRow["restartAt"]> }
  | { kind: "unknown" };

export type ShownRoadblock = ReturnType<typeof showRoadblock>;

/** The row of a roadblock, the end of its lockout, and the exits that are available now, in display order. */
export function showRoadblock(requestContext: PortalRequestContext, displayed: DisplayedRoadblock) {
  const row = rowOf(displayed);
  const lockout = lockoutEnd(requestContext, { row, until: displayed.until });
  return { displayed, row, lockout, exits: availableExits({ row, session: requestContext.session, lockout }) };
}

function lockoutEnd(
  requestContext: PortalRequestContext,
  { row, until }: { row: RoadblockRow; until: string | undefined },
): LockoutEnd {
  const end = untilInWords(requestContext, until);
  if (end !== undefined) return { kind: "ends", end };
  if (row.restartAt === undefined || Number.isNaN(Date.parse(until ?? ""))) return { kind: "unknown" };
  return { kind: "ended", restartAt: row.restartAt };
}

/** The exit that is locked out comes last, and first after the lockout. */
function availableExits({ row, session, lockout }: { row: RoadblockRow; session: PortalSession; lockout: LockoutEnd }) {
  // A retry before a known expiry fails again.
  const isTooEarly = (exit: Exit) => (exit === "retry" || exit === "findEmail") && lockout.kind === "ends";
  const open = row.exits.filter((exit) => isOpen(exit, { row, session }) && !isTooEarly(exit));
  // A registration that the roadblock clears can only be started again, so the exit is labelled that way.
  const restarts = interruptedFlow(session).kind === "registration" && !row.keepsFlow;
  const exits = open.map((exit): Exit => (exit === "retry" && restarts ? "registration" : exit));
  const { restartAt } = row;
  if (restartAt === undefined || lockout.kind === "unknown") return exits;
  const others = exits.filter((exit) => exit !== restartAt);
  if (lockout.kind === "ended") return [restartAt, ...others];
  return exits.includes(restartAt) ? [...others, restartAt] : exits;
}
