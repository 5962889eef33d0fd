import type { OpenAPIHono } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { agentSessionHeader } from "@vestibule/contract/v1/agent-session.schema.ts";
import { supportReferenceAnswer } from "@vestibule/contract/v1/support.schema.ts";
import {
  agentHeader,
  agentId,
  openJourneyBody,
  supportDeskEndpoints,
  supportSearchAnswer,
  supportSearchBody,
} from "@vestibule/contract/v1/support-desk.schema.ts";
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import { openJourney, type SearchCall, searchJourneys } from "../../flows/support/search-journeys.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readAccountBody } from "../v1/account-body.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { readDeskCall } from "./desk-call.rule.ts";

/**
 * Search by policy number or e-mail, for a caller without a reference. A search without a result counts as a miss,
 * like an unknown reference.
 */
export function addSupportSearchRoutes(
  routes: Hono<ApiEnvironment>,
  registry: OpenAPIHono["openAPIRegistry"],
  apiDeps: ApiDeps,
): void {
  describeSearch(registry);
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const { search, open } = supportDeskEndpoints;

  routes.post(search.path, async (context) => {
    const call = await readSearchCall(apiDeps, context);
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, supportSearchBody);
    if (body.kind === "refused") return body.answer;
    const result = await limitMisses(deps, call, () => searchJourneys(deps, call, body.value));
    if (result.kind === "tooManyMisses") return accountErrorResponse("tooManyRequests", result);
    return context.json({ journeys: result.kind === "found" ? result.journeys : [] });
  });
  routes.post(open.path, async (context) => {
    const call = await readSearchCall(apiDeps, context);
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, openJourneyBody);
    if (body.kind === "refused") return body.answer;
    const result = await limitMisses(deps, call, () => openJourney(deps, call, body.value));
    if (result.kind === "tooManyMisses") return accountErrorResponse("tooManyRequests", result);
    return result.kind === "opened" ? context.json({ code: result.code }, 201) : accountErrorResponse("notFound");
  });
}

/** A search requires an agent and a brand. */
async function readSearchCall(
  deps: ApiDeps,
  context: Context<ApiEnvironment>,
): Promise<(SearchCall & { clientIp: string }) | Response> {
  const call = await readDeskCall(deps, context, "list");
  if (call instanceof Response) return call;
  const brand = deps.brands.byId(call.brandId ?? "");
  if (brand === undefined) return accountErrorResponse("invalidRequest", { fields: { brand: "required" } });
  const { actor, clientIp } = call;
  return { actor, clientIp, brand };
}

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });

function describeSearch(registry: OpenAPIHono["openAPIRegistry"]): void {
  const { search, open } = supportDeskEndpoints;
  const common = { tags: ["internal"], security: [{ service: [] }], method: "post" as const };
  const query = z.object({ brand: z.string() });
  const headers = z.object({ [agentHeader]: agentId, [agentSessionHeader]: z.string() }).partial();
  const refusals = {
    400: problem("1000: no brand, no agent’s id, or a body that breaks the schema"),
    401: { description: "No service credential" },
    403: problem("3004: the agent’s session has ended"),
    429: problem("1429: too many searches that lead nowhere; retry-after says how long to wait"),
  };
  registry.registerPath({
    ...common,
    path: search.path,
    summary: "Search a person’s journeys of the last days, by policy number or e-mail",
    description: "Kinds and times, no personal datum but a first letter. The search is in the audit trail.",
    request: { query, headers, body: { required: true, content: json(supportSearchBody) } },
    responses: {
      ...refusals,
      200: { description: "Newest first; empty where nothing is recent", content: json(supportSearchAnswer) },
    },
  });
  registry.registerPath({
    ...common,
    path: open.path,
    summary: "Make the support reference of a journey that was found",
    request: { query, headers, body: { required: true, content: json(openJourneyBody) } },
    responses: {
      ...refusals,
      201: { description: "The reference", content: json(supportReferenceAnswer) },
      404: problem("1404: no such journey under this brand"),
    },
  });
}
