import type { OpenAPIHono } from "@hono/zod-openapi";
import { linkRequestEndpoints } from "@vestibule/contract/v1/link-request.schema.ts";
import { liftBody, supportDeskEndpoints, supportLinkBody } from "@vestibule/contract/v1/support-desk.schema.ts";
import type { Context, Hono } from "hono";
import { z } from "zod";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { linkRequestsForAgent } from "../../capabilities/link-requests/link-request.store.ts";
import { describeLinkRequest } from "../../capabilities/link-requests/link-request-answer.rule.ts";
import { type ActEnding, liftLimit, unlockBehind } from "../../journeys/assist/desk-act.journey.ts";
import { limitMisses, type TooManyMisses } from "../../journeys/assist/limit-misses.journey.ts";
import type { OpenedCase } from "../../journeys/assist/open-case.journey.ts";
import { type DeskLinkOrder, sendLink } from "../../journeys/assist/send-link.journey.ts";
import { tellCase } from "../../journeys/assist/tell-case.journey.ts";
import { issueRefusals } from "../../journeys/follow-link/issue-refusal.table.ts";
import { decideLinkRequest, orderDeskLink } from "../../journeys/follow-link/link-request.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody } from "../v1/account-body.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { readDeskCall } from "./desk-call.rule.ts";
import { describeSupport } from "./support-openapi.schema.ts";

/** The call centre's side of a reference; the service credential was checked before. */
export function addSupportRoutes(
  routes: Hono<ApiEnvironment>,
  registry: OpenAPIHono["openAPIRegistry"],
  apiParts: ApiParts,
): void {
  describeSupport(registry);
  const parts = { ...apiParts, limits: limitStore(apiParts) };
  const { look, lift, unlock, link } = supportDeskEndpoints;
  const at = ({ path }: { path: string }) => path.replace("{code}", ":code");

  routes.get(at(look), async (context) => {
    const call = await readDeskCall(apiParts, context, "look");
    if (call instanceof Response) return call;
    const told = await limitMisses(parts, call, () => tellCase(parts, call));
    return told.kind === "told" ? context.json(told.answer) : unreadable(apiParts, context, told);
  });
  routes.post(at(lift), async (context) => {
    const call = await readDeskCall(apiParts, context, "act");
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, liftBody);
    if (body.kind === "refused") return body.answer;
    const { limit } = body.value;
    return actResponse(apiParts, context, await limitMisses(parts, call, () => liftLimit(parts, call, limit)));
  });
  routes.post(at(unlock), async (context) => {
    const call = await readDeskCall(apiParts, context, "act");
    if (call instanceof Response) return call;
    return actResponse(apiParts, context, await limitMisses(parts, call, () => unlockBehind(parts, call)));
  });
  routes.post(at(link), async (context) => {
    const call = await readDeskCall(apiParts, context, "act");
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, supportLinkBody);
    if (body.kind === "refused") return body.answer;
    const order = (given: DeskLinkOrder) => orderDeskLink(parts, given);
    const ending = await limitMisses(parts, call, () => sendLink(parts, call, { ...body.value, order }));
    switch (ending.kind) {
      case "requested":
        return context.json({ done: true, request: describeLinkRequest(ending.request, call.actor) }, 202);
      case "alreadyRequested":
        return accountErrorResponse("linkRefused", { fields: { act: ending.kind } });
      case "limited":
        return accountErrorResponse("tooManyRequests", { retryAfterSeconds: ending.retryAfterSeconds });
      case "refused": {
        const { error, field, key } = issueRefusals[ending.refusal];
        return accountErrorResponse(error, { fields: { [field]: key } });
      }
      default:
        return actResponse(apiParts, context, ending);
    }
  });
  addLinkRequestRoutes(routes, apiParts);
}

/** Links to an e-mail that is not on file: what waits, and the second agent's decision. */
function addLinkRequestRoutes(routes: Hono<ApiEnvironment>, parts: ApiParts): void {
  const { list, approve, refuse } = linkRequestEndpoints;
  const brandOf = ({ req }: Context<ApiEnvironment>) => parts.brands.byId(req.query("brand") ?? "")?.id;
  const noBrand = () => accountErrorResponse("invalidRequest", { fields: { brand: "required" } });

  routes.get(list.path, async (context) => {
    const call = await readDeskCall(parts, context, "list");
    if (call instanceof Response) return call;
    const brandId = brandOf(context);
    if (brandId === undefined) return noBrand();
    const requests = await linkRequestsForAgent(parts.database, { brandId, actor: call.actor });
    return context.json({ requests: requests.map((request) => describeLinkRequest(request, call.actor)) });
  });
  for (const [path, verdict] of [
    [approve.path, "approve"],
    [refuse.path, "refuse"],
  ] as const)
    routes.post(path.replace("{id}", ":id"), async (context) => {
      const call = await readDeskCall(parts, context, "act");
      if (call instanceof Response) return call;
      const brandId = brandOf(context);
      if (brandId === undefined) return noBrand();
      const id = z.uuid().safeParse(context.req.param("id"));
      if (!id.success) return accountErrorResponse("notFound");
      const result = await decideLinkRequest(parts, { id: id.data, brandId, actor: call.actor, verdict });
      if (result.kind === "decided") return context.json({ request: describeLinkRequest(result.request, call.actor) });
      if (result.kind === "unknown") return accountErrorResponse("notFound");
      return accountErrorResponse("linkRefused", { fields: { act: result.kind } });
    });
}

const misread = "the reference was misread: its nine digits do not fit each other";

/** Of a reference of another brand an agent is told where it is looked up: which brand, and its portal where one is set. */
function unreadable(
  { brands, originOf }: ApiParts,
  { req }: Context<ApiEnvironment>,
  ending: Exclude<OpenedCase, { kind: "found" }> | TooManyMisses,
): Response {
  if (ending.kind === "tooManyMisses") {
    const { retryAfterSeconds } = ending;
    return accountErrorResponse("tooManyRequests", { retryAfterSeconds });
  }
  if (ending.kind === "misread")
    return accountErrorResponse("invalidRequest", { message: misread, fields: { code: "format" } });
  const brand = ending.kind === "elsewhere" ? brands.byId(ending.brandId) : undefined;
  if (brand === undefined) return accountErrorResponse("notFound");
  const portal = originOf(brand);
  const name = brand.name[req.header("language") === "fr" ? "fr" : "en"];
  return accountErrorResponse("notFound", {
    message: "the reference is of another brand",
    fields: { brand: brand.id, name, ...(portal && { portal }) },
  });
}

function actResponse(parts: ApiParts, context: Context<ApiEnvironment>, ending: ActEnding | TooManyMisses): Response {
  if (ending.kind === "acted") return Response.json({ done: ending.done });
  if (ending.kind === "notForThem") return accountErrorResponse("linkRefused", { fields: { act: "notForThem" } });
  return unreadable(parts, context, ending);
}
