import type { OpenAPIHono } from "@hono/zod-openapi";
import { linkRequestEndpoints } from "@vestibule/contract/v1/link-request.schema.ts";
import { liftBody, supportDeskEndpoints, supportLinkBody } from "@vestibule/contract/v1/support-desk.schema.ts";
import type { Context, Hono } from "hono";
import { z } from "zod";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { issueRefusals } from "../../flows/email-link/issue-refusal.table.ts";
import { decideLinkRequest, orderDeskLink } from "../../flows/email-link/link-request.ts";
import { type AgentActionResult, resetLimit, unlockAccount } from "../../flows/support/agent-action.ts";
import { limitMisses, type TooManyMisses } from "../../flows/support/limit-misses.ts";
import type { SupportCaseResult } from "../../flows/support/load-support-case.ts";
import { type DeskLinkOrder, sendLink } from "../../flows/support/send-link.ts";
import { viewSupportCase } from "../../flows/support/view-support-case.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { linkRequestsForAgent } from "../../link-requests/link-request.store.ts";
import { describeLinkRequest } from "../../link-requests/link-request-answer.rule.ts";
import { readAccountBody } from "../v1/account-body.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { readDeskCall } from "./desk-call.rule.ts";
import { describeSupport } from "./support-openapi.schema.ts";

/** Support desk endpoints for a reference; `internalRoutes` checks the service credential before. */
export function addSupportRoutes(
  routes: Hono<ApiEnvironment>,
  registry: OpenAPIHono["openAPIRegistry"],
  apiDeps: ApiDeps,
): void {
  describeSupport(registry);
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const { look, lift, unlock, link } = supportDeskEndpoints;
  const at = ({ path }: { path: string }) => path.replace("{code}", ":code");

  routes.get(at(look), async (context) => {
    const call = await readDeskCall(apiDeps, context, "look");
    if (call instanceof Response) return call;
    const told = await limitMisses(deps, call, () => viewSupportCase(deps, call));
    return told.kind === "told" ? context.json(told.answer) : unreadable(apiDeps, context, told);
  });
  routes.post(at(lift), async (context) => {
    const call = await readDeskCall(apiDeps, context, "act");
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, liftBody);
    if (body.kind === "refused") return body.answer;
    const { limit } = body.value;
    return actResponse(apiDeps, context, await limitMisses(deps, call, () => resetLimit(deps, call, limit)));
  });
  routes.post(at(unlock), async (context) => {
    const call = await readDeskCall(apiDeps, context, "act");
    if (call instanceof Response) return call;
    return actResponse(apiDeps, context, await limitMisses(deps, call, () => unlockAccount(deps, call)));
  });
  routes.post(at(link), async (context) => {
    const call = await readDeskCall(apiDeps, context, "act");
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, supportLinkBody);
    if (body.kind === "refused") return body.answer;
    const order = (given: DeskLinkOrder) => orderDeskLink(deps, given);
    const result = await limitMisses(deps, call, () => sendLink(deps, call, { ...body.value, order }));
    switch (result.kind) {
      case "requested":
        return context.json({ done: true, request: describeLinkRequest(result.request, call.actor) }, 202);
      case "alreadyRequested":
        return accountErrorResponse("linkRefused", { fields: { act: result.kind } });
      case "limited":
        return accountErrorResponse("tooManyRequests", { retryAfterSeconds: result.retryAfterSeconds });
      case "refused": {
        const { error, field, key } = issueRefusals[result.refusal];
        return accountErrorResponse(error, { fields: { [field]: key } });
      }
      default:
        return actResponse(apiDeps, context, result);
    }
  });
  addLinkRequestRoutes(routes, apiDeps);
}

/** Links to an e-mail that is not on file: the open requests, and the second agent's decision. */
function addLinkRequestRoutes(routes: Hono<ApiEnvironment>, deps: ApiDeps): void {
  const { list, approve, refuse } = linkRequestEndpoints;
  const brandOf = ({ req }: Context<ApiEnvironment>) => deps.brands.byId(req.query("brand") ?? "")?.id;
  const noBrand = () => accountErrorResponse("invalidRequest", { fields: { brand: "required" } });

  routes.get(list.path, async (context) => {
    const call = await readDeskCall(deps, context, "list");
    if (call instanceof Response) return call;
    const brandId = brandOf(context);
    if (brandId === undefined) return noBrand();
    const requests = await linkRequestsForAgent(deps.database, { brandId, actor: call.actor });
    return context.json({ requests: requests.map((request) => describeLinkRequest(request, call.actor)) });
  });
  for (const [path, verdict] of [
    [approve.path, "approve"],
    [refuse.path, "refuse"],
  ] as const)
    routes.post(path.replace("{id}", ":id"), async (context) => {
      const call = await readDeskCall(deps, context, "act");
      if (call instanceof Response) return call;
      const brandId = brandOf(context);
      if (brandId === undefined) return noBrand();
      const id = z.uuid().safeParse(context.req.param("id"));
      if (!id.success) return accountErrorResponse("notFound");
      const result = await decideLinkRequest(deps, { id: id.data, brandId, actor: call.actor, verdict });
      if (result.kind === "decided") return context.json({ request: describeLinkRequest(result.request, call.actor) });
      if (result.kind === "unknown") return accountErrorResponse("notFound");
      return accountErrorResponse("linkRefused", { fields: { act: result.kind } });
    });
}

const misread = "the reference was misread: its nine digits do not fit each other";

/** For a reference of another brand, the response names that brand and its portal's URL where one is configured. */
function unreadable(
  { brands, originOf }: ApiDeps,
  { req }: Context<ApiEnvironment>,
  result: Exclude<SupportCaseResult, { kind: "found" }> | TooManyMisses,
): Response {
  if (result.kind === "tooManyMisses") {
    const { retryAfterSeconds } = result;
    return accountErrorResponse("tooManyRequests", { retryAfterSeconds });
  }
  if (result.kind === "misread")
    return accountErrorResponse("invalidRequest", { message: misread, fields: { code: "format" } });
  const brand = result.kind === "elsewhere" ? brands.byId(result.brandId) : undefined;
  if (brand === undefined) return accountErrorResponse("notFound");
  const portal = originOf(brand);
  const name = brand.name[req.header("language") === "fr" ? "fr" : "en"];
  return accountErrorResponse("notFound", {
    message: "the reference is of another brand",
    fields: { brand: brand.id, name, ...(portal && { portal }) },
  });
}

function actResponse(
  deps: ApiDeps,
  context: Context<ApiEnvironment>,
  result: AgentActionResult | TooManyMisses,
): Response {
  if (result.kind === "acted") return Response.json({ done: result.done });
  if (result.kind === "notForThem") return accountErrorResponse("linkRefused", { fields: { act: "notForThem" } });
  return unreadable(deps, context, result);
}
