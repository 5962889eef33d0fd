import { solvePuzzle } from "./solve-puzzle.ts";

/** Solves a puzzle in a separate thread, so that the page stays quick while the person types. */
addEventListener("message", ({ data }) => {
  void solvePuzzle(data).then((solution) => postMessage(solution));
});
