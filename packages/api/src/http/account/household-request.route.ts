import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  type HouseholdRequestResponse,
  householdRequestEndpoints,
  ownHouseholdRequestEndpoints,
} from "@vestibule/contract/account/household-request.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import {
  answerHouseholdLink,
  answerOwnHouseholdRequest,
  type HouseholdRequestResult,
  listOwnHouseholdRequests,
  readHouseholdLink,
} from "../../flows/household/answer-request.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse, refusalResponse } from "../error-response.ts";
import type { AddOwnEndpoint } from "./account-session.guard.ts";

const answeredState = { approve: "approved", refuse: "refused" } as const;

/** The policyholder's answer to a driver's request: by the link of a message, and in the account. */
export function addHouseholdRequestRoutes(
  routes: OpenAPIHono<ApiEnvironment>,
  addOwnEndpoint: AddOwnEndpoint,
  deps: RouteDeps,
): void {
  const byLink = householdRequestEndpoints;
  addEndpoint(routes, byLink.read, async ({ requestContext, params: { token } }) =>
    linkResponse(await readHouseholdLink(deps, requestContext, token)),
  );
  addOwnEndpoint(ownHouseholdRequestEndpoints.list, async ({ caller, respond }) => {
    const { requests, settlingUntil } = await listOwnHouseholdRequests(deps, caller);
    return respond(200, {
      requests: requests.map(({ id, firstName, requestedAt, dueAt }) => ({ id, firstName, requestedAt, dueAt })),
      ...(settlingUntil && { settlingUntil }),
    });
  });
  for (const answer of ["approve", "refuse"] as const) {
    addEndpoint(routes, byLink[answer], async ({ requestContext, params: { token } }) =>
      linkResponse(await answerHouseholdLink(deps, requestContext, { token, answer })),
    );
    addOwnEndpoint(ownHouseholdRequestEndpoints[answer], async ({ caller, params: { id }, respond }) => {
      const result = await answerOwnHouseholdRequest(deps, { ...caller, id, answer });
      if (result.kind !== "found") return refusalResponse(result);
      if (result.state === "paused" && result.until) return refusalResponse({ kind: "settling", until: result.until });
      return result.state === answeredState[answer] ? respond(204) : accountErrorResponse("notFound");
    });
  }
}

/** The driver's name only while the request can be answered. */
function linkResponse(result: HouseholdRequestResult): Response {
  if (result.kind !== "found") return refusalResponse(result);
  const { state, request, until } = result;
  const { firstName, dueAt } = request;
  const isOpen = state === "open" || state === "paused";
  const response: HouseholdRequestResponse = {
    state,
    ...(isOpen && { firstName, dueAt: dueAt.toISOString() }),
    ...(until && { pausedUntil: until.toISOString() }),
  };
  return Response.json(response);
}
