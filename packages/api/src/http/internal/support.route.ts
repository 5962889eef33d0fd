import type { OpenAPIHono } from "@hono/zod-openapi";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { decideLinkRequest, orderDeskLink } from "../../flows/email-link/link-request.ts";
import {
  type AgentActionResult,
  decideChange,
  orderAgentLink,
  resetLimit,
  unfreezeAccount,
  unlockAccount,
} from "../../flows/support/agent-action.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import type { SupportCaseResult } from "../../flows/support/load-support-case.ts";
import { requestWaiver } from "../../flows/support/request-waiver.ts";
import { createJourneyReference, findJourneysForSupport } from "../../flows/support/search-journeys.ts";
import { viewSupportCase } from "../../flows/support/view-support-case.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { linkRequestsForAgent } from "../../link-requests/link-request.store.ts";
import { describeLinkRequest } from "../../link-requests/link-request-response.rule.ts";
import type { DeskLinkOrder } from "../../links/link-order.port.ts";
import { authorizedEndpoints, type EndpointContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { issueRefusalResponse, readBrandCall, readDeskCall } from "./desk-call.rule.ts";

/** Adds the calls of the support desk; `internalRoutes` checks the service credential before. */
export function addSupportRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { look, lift, unlock, unfreeze, change, link, waive } = supportDeskEndpoints;
  const addLookEndpoint = authorizedEndpoints(routes, (context) => readDeskCall(deps, context, "look"));
  const addActEndpoint = authorizedEndpoints(routes, (context) => readDeskCall(deps, context, "act"));

  addLookEndpoint(look, async ({ context, caller, respond }) => {
    const result = await limitMisses(deps, caller, () => viewSupportCase(deps, caller));
    return result.kind === "viewed" ? respond(200, result.response) : respondToUnreadReference(deps, context, result);
  });
  addActEndpoint(lift, async ({ context, caller, body: { limit } }) =>
    actResponse(deps, context, await limitMisses(deps, caller, () => resetLimit(deps, caller, limit))),
  );
  addActEndpoint(unlock, async ({ context, caller }) =>
    actResponse(deps, context, await limitMisses(deps, caller, () => unlockAccount(deps, caller))),
  );
  addActEndpoint(unfreeze, async ({ context, caller }) =>
    actResponse(deps, context, await limitMisses(deps, caller, () => unfreezeAccount(deps, caller))),
  );
  addActEndpoint(change, async ({ context, caller, params: { id }, body: { verdict } }) => {
    const result = await limitMisses(deps, caller, () => decideChange(deps, caller, { id, verdict }));
    return result.kind === "emailTaken" ? issueRefusalResponse("emailTaken") : actResponse(deps, context, result);
  });
  addActEndpoint(link, async ({ context, caller, body, respond }) => {
    const order = (ordered: DeskLinkOrder) => orderDeskLink(deps, ordered);
    const result = await limitMisses(deps, caller, () => orderAgentLink(deps, caller, { ...body, order }));
    switch (result.kind) {
      case "requested":
        return respond(202, { done: true, request: describeLinkRequest(result.request, caller.actor) });
      case "alreadyRequested":
        return accountErrorResponse("linkRefused", { fields: { act: result.kind } });
      case "refused":
        return issueRefusalResponse(result.refusal);
      default:
        return actResponse(deps, context, result);
    }
  });
  addActEndpoint(waive, async ({ context, caller, respond }) => {
    const result = await limitMisses(deps, caller, () => requestWaiver(deps, caller));
    switch (result.kind) {
      case "requested":
        return respond(202, { done: true, request: describeLinkRequest(result.request, caller.actor) });
      case "alreadyRequested":
        return accountErrorResponse("linkRefused", { fields: { act: result.kind } });
      default:
        return actResponse(deps, context, result);
    }
  });
  addBrandRoutes(routes, deps);
}

/**
 * Adds the calls under a brand: the open requests for links to an e-mail not on file, the second agent's decision, and
 * the search for journeys. A search without a result counts as a miss, like an unknown reference.
 */
function addBrandRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { requests, approve, refuse, search, open } = supportDeskEndpoints;
  const addListEndpoint = authorizedEndpoints(routes, (context) => readBrandCall(deps, context, "list"));
  const addDecisionEndpoint = authorizedEndpoints(routes, (context) => readBrandCall(deps, context, "act"));

  addListEndpoint(requests, async ({ caller: { actor, brand }, respond }) => {
    const found = await linkRequestsForAgent(deps.database, { brandId: brand.id, actor });
    return respond(200, { requests: found.map((request) => describeLinkRequest(request, actor)) });
  });
  for (const [endpoint, verdict] of [
    [approve, "approve"],
    [refuse, "refuse"],
  ] as const)
    addDecisionEndpoint(endpoint, async ({ params: { id }, caller: { actor, brand }, respond }) => {
      const result = await decideLinkRequest(deps, { id, brandId: brand.id, actor, verdict });
      if (result.kind === "decided") return respond(200, { request: describeLinkRequest(result.request, actor) });
      if (result.kind === "unknown") return accountErrorResponse("notFound");
      return accountErrorResponse("linkRefused", { fields: { act: result.kind } });
    });
  addListEndpoint(search, async ({ caller, body, respond }) => {
    const result = await limitMisses(deps, caller, () => findJourneysForSupport(deps, caller, body));
    if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
    return respond(200, { journeys: result.kind === "found" ? result.journeys : [] });
  });
  addListEndpoint(open, async ({ caller, body, respond }) => {
    const result = await limitMisses(deps, caller, () => createJourneyReference(deps, caller, body));
    if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
    return result.kind === "opened" ? respond(201, { code: result.code }) : accountErrorResponse("notFound");
  });
}

const misreadMessage = "the reference was misread: its nine digits do not fit each other";

/** For a reference of another brand, the response names that brand and its portal's URL where one is configured. */
function respondToUnreadReference(
  { brands, originOf }: RouteDeps,
  { req }: EndpointContext,
  result: Exclude<SupportCaseResult, { kind: "found" }> | RetryLater,
): Response {
  if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
  if (result.kind === "misread")
    return accountErrorResponse("invalidRequest", { message: misreadMessage, fields: { code: "format" } });
  const brand = result.kind === "elsewhere" ? brands.byId(result.brandId) : undefined;
  if (brand === undefined) return accountErrorResponse("notFound");
  const portal = originOf(brand);
  const name = brand.name[req.header("language") === "fr" ? "fr" : "en"];
  return accountErrorResponse("notFound", {
    message: "the reference is of another brand",
    fields: { brand: brand.id, name, ...(portal && { portal }) },
  });
}

function actResponse(deps: RouteDeps, context: EndpointContext, result: AgentActionResult | RetryLater): Response {
  if (result.kind === "acted") return Response.json({ done: result.done });
  if (result.kind === "notForThem") return accountErrorResponse("linkRefused", { fields: { act: "notForThem" } });
  return respondToUnreadReference(deps, context, result);
}
