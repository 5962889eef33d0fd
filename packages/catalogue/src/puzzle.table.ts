import { idsOf } from "./ids-of.ts";
import type { WindowLimitId } from "./limit.table.ts";

/** Forms before which a puzzle is asked, each with the limits by client IP on its way. Ids are part of a path. */
export const puzzles = {
  login: ["findClientIp", "loginClientIp"],
  reset: ["recoveryClientIp"],
  lookup: ["lookupClientIp"],
} as const satisfies Record<string, readonly WindowLimitId[]>;
export type PuzzleId = keyof typeof puzzles;
export const puzzleIds = idsOf(puzzles);

export type PuzzledLimit = (typeof puzzles)[PuzzleId][number];

/** The second allowance of each limit, in which a request with a solved puzzle counts. */
export const solvedAllowances = {
  findClientIp: "findSolvedClientIp",
  loginClientIp: "loginSolvedClientIp",
  recoveryClientIp: "recoverySolvedClientIp",
  lookupClientIp: "lookupSolvedClientIp",
} as const satisfies Record<PuzzledLimit, WindowLimitId>;

/** Field of a form with the solution, in the same text as in the header of the API. */
export const puzzleField = "puzzle";

/** A puzzle is asked from this part of a limit on. */
export const puzzleShare = 0.5;

/**
 * Work of a puzzle: the browser tries counters from 0, each with one PBKDF2 of so many iterations, and finds the right
 * one at most at the highest counter.
 */
export const puzzleWork = { iterations: 5000, highestCounter: 120 } as const;
