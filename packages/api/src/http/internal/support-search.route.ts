import type { OpenAPIHono } from "@hono/zod-openapi";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import { openJourney, searchJourneys } from "../../flows/support/search-journeys.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { readBrandCall } from "./desk-call.rule.ts";

/** A search without a result counts as a miss, like an unknown reference. */
export function addSupportSearchRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { search, open } = supportDeskEndpoints;
  const addListEndpoint = authorizedEndpoints(routes, (context) => readBrandCall(deps, context, "list"));

  addListEndpoint(search, async ({ caller, body, reply }) => {
    const result = await limitMisses(deps, caller, () => searchJourneys(deps, caller, body));
    if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
    return reply(200, { journeys: result.kind === "found" ? result.journeys : [] });
  });
  addListEndpoint(open, async ({ caller, body, reply }) => {
    const result = await limitMisses(deps, caller, () => openJourney(deps, caller, body));
    if (result.kind === "wait") return accountErrorResponse("tooManyRequests", result);
    return result.kind === "opened" ? reply(201, { code: result.code }) : accountErrorResponse("notFound");
  });
}
