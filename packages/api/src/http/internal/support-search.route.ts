import type { OpenAPIHono } from "@hono/zod-openapi";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import { openJourney, searchJourneys } from "../../flows/support/search-journeys.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { addEndpoint, type CallContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { readBrandCall } from "./desk-call.rule.ts";

/**
 * Search by policy number or e-mail, for a caller without a reference. A search without a result counts as a miss,
 * like an unknown reference.
 */
export function addSupportSearchRoutes(routes: OpenAPIHono<ApiEnvironment>, apiDeps: ApiDeps): void {
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const { search, open } = supportDeskEndpoints;
  const authorize = (context: CallContext) => readBrandCall(apiDeps, context, "list");

  addEndpoint(
    routes,
    search,
    async ({ caller, body, reply }) => {
      const result = await limitMisses(deps, caller, () => searchJourneys(deps, caller, body));
      if (result.kind === "tooManyMisses") return accountErrorResponse("tooManyRequests", result);
      return reply(200, { journeys: result.kind === "found" ? result.journeys : [] });
    },
    { authorize },
  );
  addEndpoint(
    routes,
    open,
    async ({ caller, body, reply }) => {
      const result = await limitMisses(deps, caller, () => openJourney(deps, caller, body));
      if (result.kind === "tooManyMisses") return accountErrorResponse("tooManyRequests", result);
      return result.kind === "opened" ? reply(201, { code: result.code }) : accountErrorResponse("notFound");
    },
    { authorize },
  );
}
