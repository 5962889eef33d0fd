import type { PortalRequestContext } from "../request/request-context.ts";
import type { FormValues } from "./form-values.ts";

/** Keeps the solution that a form was sent with, for the calls of the API. */
export function keepPuzzleSolution(requestContext: PortalRequestContext, { puzzle = "" }: FormValues): void {
  if (/^[\w+/]+={0,2}$/.test(puzzle)) requestContext.puzzleSolution = puzzle;
}
