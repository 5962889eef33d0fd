import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { puzzleIds } from "@vestibule/catalogue/puzzle.table.ts";
import { puzzleEndpoints } from "@vestibule/contract/v1/puzzle.endpoint.ts";
import { apiClient, trustedDeviceHeaders } from "../api/api-client.server.ts";
import { requestContextKey } from "../request/request-context.ts";
import type { Route } from "./+types/puzzle.route";

/** The puzzle that is asked before a form; status 204 where none is asked, or the API is unavailable. */
export async function loader({ params, context }: Route.LoaderArgs) {
  if (!isOneOf(puzzleIds, params.form)) return new Response(null, { status: 404 });
  const requestContext = context.get(requestContextKey);
  const headers = trustedDeviceHeaders(requestContext);
  const result = await apiClient(requestContext, puzzleEndpoints, { headers }).issue(params.form);
  const puzzle = result.kind === "ok" ? result.data : undefined;
  return puzzle === undefined ? new Response(null, { status: 204 }) : Response.json(puzzle);
}
