import { OpenAPIHono } from "@hono/zod-openapi";
import { puzzleEndpoints } from "@vestibule/contract/v1/puzzle.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { askPuzzle } from "../../puzzles/count-by-client-ip.ts";
import { addEndpoint } from "../endpoint.route.ts";

/** The puzzle that is asked where a limit by client IP is half full. */
export function puzzleRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  addEndpoint(routes, puzzleEndpoints.issue, async ({ requestContext, params, respond }) => {
    const { form } = puzzleEndpoints.issue.params.parse(params);
    const puzzle = await askPuzzle(deps, requestContext, form);
    return puzzle === undefined ? respond(204) : respond(200, puzzle);
  });
  return routes;
}
