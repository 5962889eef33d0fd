import type { PuzzleId } from "@vestibule/catalogue/puzzle.table.ts";
import type { Puzzle, PuzzleSolution } from "@vestibule/contract/v1/puzzle.schema.ts";
import { useEffect, useRef } from "react";

/** After this time a form is sent without a solution. */
const longestMilliseconds = 10_000;

/**
 * Asks for a puzzle when the person begins with the form, and solves it while they type. `field` receives the solution.
 * A browser that cannot solve it sends the form without.
 */
export function usePuzzle(form: PuzzleId | undefined) {
  const field = useRef<HTMLInputElement>(null);
  const work = useRef<{ isSolved: boolean; solved: Promise<void>; stop: AbortController }>(undefined);
  useEffect(() => () => work.current?.stop.abort(), []);
  return {
    field,
    /** Starts, unless the form has a solution that was not sent yet. */
    prepare(): void {
      if (form === undefined || work.current !== undefined) return;
      const stop = new AbortController();
      const end = setTimeout(() => stop.abort(), longestMilliseconds);
      const keep = (solution: string) => {
        if (field.current !== null) field.current.value = solution;
      };
      keep("");
      const started = { isSolved: false, solved: Promise.resolve(), stop };
      started.solved = findSolution(form, stop.signal)
        .then(keep, () => {})
        .finally(() => {
          clearTimeout(end);
          started.isSolved = true;
        });
      work.current = started;
    },
    /** Resolves when the solution is there; undefined where there is nothing to wait for. */
    whenSolved: (): Promise<void> | undefined => (work.current?.isSolved === false ? work.current.solved : undefined),
    /** The form is sent: a solution is valid once. */
    consume(): void {
      work.current = undefined;
    },
  };
}

async function findSolution(form: PuzzleId, signal: AbortSignal): Promise<string> {
  const response = await fetch(`/puzzle/${form}`, { signal });
  return response.status === 200 ? btoa(JSON.stringify(await solveInWorker(await response.json(), signal))) : "";
}

function solveInWorker(puzzle: Puzzle, signal: AbortSignal): Promise<PuzzleSolution> {
  const worker = new Worker(new URL("./puzzle.worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<PuzzleSolution>((resolve, reject) => {
    worker.addEventListener("message", ({ data }) => resolve(data));
    worker.addEventListener("error", reject);
    signal.addEventListener("abort", reject);
  });
  worker.postMessage(puzzle);
  return solved.finally(() => worker.terminate());
}
