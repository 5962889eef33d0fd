import type { Exit, RoadblockRow } from "@vestibule/catalogue/roadblock.table.ts";
import type { PortalSession } from "../portal-session.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { interruptedFlow } from "./journey-at-fault.rule.ts";
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
  lockout,
}: {
  row: RoadblockRow;
  session: PortalSession;
  lockout: LockoutEnd;
}) {
  // Before a known expiry a retry is pointless.
  const isEarly = (exit: Exit) => (exit === "retry" || exit === "findAddress") && lockout.kind === "ends";
  const open = row.exits.filter((exit) => isOpen(exit, { row, session }) && !isEarly(exit));
  // A failed registration starts again, so its exit is labelled as registration rather than retry.
  const isRegistering = interruptedFlow(session).kind === "registration";
  const exits = open.map((exit): Exit => (exit === "retry" && isRegistering ? "registration" : exit));
  const back = row.restartAt;
  if (back === undefined || lockout.kind === "unknown") return exits;
  const others = exits.filter((exit) => exit !== back);
  if (lockout.kind === "over") return [back, ...others];
  return exits.length === others.length ? exits : [...others, back];
}
