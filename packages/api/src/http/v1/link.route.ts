import { OpenAPIHono } from "@hono/zod-openapi";
import { waiverRequest } from "@vestibule/catalogue/support.table.ts";
import { linkEndpoints, stopLinkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { StopLinkResponse } from "@vestibule/contract/v1/link.schema.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { readLink, removeLink } from "../../flows/email-link/link-by-token.ts";
import { readStopLink, type StopResult, stopRequestedLink } from "../../flows/email-link/link-request.ts";
import { reissueLink } from "../../flows/email-link/reissue-link.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { refusalResponse } from "../error-response.ts";

/** Links from e-mails, and the links by which a contact on file stops a requested one. */
export function linkRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const { read, remove, sendReissuedLink } = linkEndpoints;

  addEndpoint(routes, read, async ({ context, requestContext, params: { token }, respond }) => {
    const result = await readLink(deps, requestContext, { token, source: context.req.query("src") });
    return result.kind === "found" ? respond(200, result.response) : refusalResponse(result);
  });
  addEndpoint(routes, remove, async ({ requestContext, params: { token }, body: facts, respond }) => {
    const result = await removeLink(deps, requestContext, { token, facts });
    return result.kind === "removed" ? respond(204) : refusalResponse(result);
  });
  addEndpoint(routes, sendReissuedLink, async ({ requestContext, params: { token }, respond }) => {
    const result = await reissueLink(deps, requestContext, token);
    return result.kind === "requested" ? respond(200, {}) : refusalResponse(result);
  });
  addEndpoint(routes, stopLinkEndpoints.read, async ({ requestContext, params: { token } }) =>
    stopLinkResponse(await readStopLink(deps, requestContext, token)),
  );
  addEndpoint(routes, stopLinkEndpoints.stop, async ({ requestContext, params: { token } }) =>
    stopLinkResponse(await stopRequestedLink(deps, requestContext, token)),
  );
  return routes;
}

function stopLinkResponse(result: StopResult): Response {
  if (result.kind !== "found") return refusalResponse(result);
  const { state, dueAt, action } = result.request;
  const what = action === waiverRequest ? "waiver" : "link";
  const ended = state === "stopped" || state === "sent" ? state : "ended";
  const response: StopLinkResponse =
    state === "requested" || state === "approved"
      ? { state: "open", what, dueAt: dueAt.toISOString() }
      : { state: result.isInForce ? "inForce" : ended, what };
  return Response.json(response);
}
