import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import {
  type PuzzledLimit,
  type PuzzleId,
  puzzleIds,
  puzzleShare,
  puzzles,
  solvedAllowances,
} from "@vestibule/catalogue/puzzle.table.ts";
import type { Puzzle } from "@vestibule/contract/v1/puzzle.schema.ts";
import type { LimitedDeps, RequestContext } from "../deps.ts";
import type { LimitCount, LimitWindow } from "../limits/limit.port.ts";
import { createPuzzle, readSolution } from "./puzzle.adapter.ts";

/** The puzzle that is asked of this client before a form; undefined where none is asked. */
export async function askPuzzle(
  deps: LimitedDeps<"database" | "keys" | "random">,
  { clientIp, trustedDevices }: Pick<RequestContext, "clientIp" | "trustedDevices">,
  form: PuzzleId,
): Promise<Puzzle | undefined> {
  const windows = puzzles[form].map((limit) => ({ limit, subject: clientIp }));
  // For a known browser the puzzle is a way past a full limit, and nothing before.
  const share = trustedDevices !== undefined && trustedDevices.size > 0 ? 1 : puzzleShare;
  return (await deps.limits.isFilled(deps.database, windows, share)) ? createPuzzle(deps, form) : undefined;
}

/** A request that counts by its client IP, with the solution of a puzzle where it has one. */
export type ClientRequest = Pick<RequestContext, "clientIp" | "puzzleSolution">;

/**
 * Counts a request on a limit by client IP, together with other windows. With a solved puzzle it counts in the second
 * allowance, once for each limit on the way of the form; without one, or where that is refused, in the limit itself.
 */
export async function countByClientIp(
  deps: LimitedDeps<"database" | "keys">,
  { clientIp, puzzleSolution: text }: ClientRequest,
  limit: PuzzledLimit,
  others: readonly LimitWindow[] = [],
): Promise<LimitCount> {
  const form = puzzleIds.find((id) => isOneOf(puzzles[id], limit));
  const nonce = text && form && (await readSolution(deps, { text, form }));
  if (nonce) {
    const counted = await deps.limits.consume(deps.database, [
      ...others,
      { limit: solvedAllowances[limit], subject: clientIp },
      { limit: "puzzleSolution", subject: `${limit}|${nonce}` },
    ]);
    if (counted.kind === "allowed") return counted;
  }
  return deps.limits.consume(deps.database, [...others, { limit, subject: clientIp }]);
}
