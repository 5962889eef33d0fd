import type { WindowLimitId } from "@vestibule/catalogue/limit.table.ts";
import type { PuzzleId } from "@vestibule/catalogue/puzzle.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { puzzleEndpoints } from "@vestibule/contract/v1/puzzle.endpoint.ts";
import { type Puzzle, type PuzzleSolution, puzzleSolutionHeader } from "@vestibule/contract/v1/puzzle.schema.ts";
import { solvePuzzle } from "../packages/web/app/form/solve-puzzle.ts";
import { alternating, callerFrom } from "./described-response.ts";
import { dataOf } from "./recovery.ts";
import type { RegistrationTestApi } from "./registration.ts";
import { fillWindow } from "./support-desk.ts";

/** Fills a limit of a client IP to a part. */
export const fillFor = (
  testApi: Pick<RegistrationTestApi, "deps" | "pool">,
  clientIp: string,
  limit: WindowLimitId,
  part = 1,
) => fillWindow(testApi, { limit, subject: clientIp }, part);

/** The puzzle that is asked of a client; undefined where none is asked. */
export async function askedPuzzle(
  { apis }: Pick<RegistrationTestApi, "apis">,
  form: PuzzleId,
  { clientIp, headers = {} }: { clientIp: string; headers?: Record<string, string> },
): Promise<Puzzle | undefined> {
  const calls = createClient(puzzleEndpoints, { baseUrl: "http://localhost", fetch: alternating(apis) });
  const caller = callerFrom(clientIp);
  return dataOf(await calls.issue({ ...caller, headers: { ...caller.headers, ...headers } }, form));
}

export const textOf = (solution: PuzzleSolution) => Buffer.from(JSON.stringify(solution)).toString("base64");

/** Solves the puzzle that is asked of a client, as its browser does. */
export async function solutionFor(testApi: RegistrationTestApi, form: PuzzleId, clientIp: string): Promise<string> {
  const puzzle = await askedPuzzle(testApi, form, { clientIp });
  if (puzzle === undefined) throw new Error("no puzzle was asked");
  return textOf(await solvePuzzle(puzzle));
}

export const solvedBy = (text: string) => ({ [puzzleSolutionHeader]: text });
