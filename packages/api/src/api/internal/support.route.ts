import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  agentHeader,
  agentId,
  liftBody,
  supportDeskEndpoints,
  supportLinkBody,
} from "@vestibule/contract/v1/support-desk.schema.ts";
import type { Context, Hono } from "hono";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { type ActEnding, liftLimit, unlockBehind } from "../../journeys/assist/desk-act.journey.ts";
import type { OpenedCase } from "../../journeys/assist/open-case.journey.ts";
import { sendLink } from "../../journeys/assist/send-link.journey.ts";
import type { DeskCall } from "../../journeys/assist/support-case.port.ts";
import { tellCase } from "../../journeys/assist/tell-case.journey.ts";
import { issueLinkFor } from "../../journeys/follow-link/issue-link.journey.ts";
import { issueRefusals } from "../../journeys/follow-link/issue-refusal.table.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody } from "../v1/account-body.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { describeSupport } from "./support-openapi.schema.ts";

/** The call centre's side of a reference; the service credential was judged before. */
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
    const call = deskCall(context, "look");
    if (call instanceof Response) return call;
    const told = await tellCase(parts, call);
    return told.kind === "told" ? context.json(told.answer) : unreadable(apiParts, context, told);
  });
  routes.post(at(lift), async (context) => {
    const call = deskCall(context, "act");
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, liftBody);
    return body.kind === "refused"
      ? body.answer
      : actResponse(apiParts, context, await liftLimit(parts, call, body.value.limit));
  });
  routes.post(at(unlock), async (context) => {
    const call = deskCall(context, "act");
    return call instanceof Response ? call : actResponse(apiParts, context, await unlockBehind(parts, call));
  });
  routes.post(at(link), async (context) => {
    const call = deskCall(context, "act");
    if (call instanceof Response) return call;
    const body = await readAccountBody(context, supportLinkBody);
    if (body.kind === "refused") return body.answer;
    const ending = await sendLink(parts, call, { ...body.value, issue: (order) => issueLinkFor(apiParts, order) });
    if (ending.kind !== "refused") return actResponse(apiParts, context, ending);
    const { error, field, key } = issueRefusals[ending.refusal];
    return accountErrorResponse(error, { fields: { [field]: key } });
  });
}

/** Whoever acts is named; a look by a system alone is the service's. */
function deskCall({ req }: Context<ApiEnvironment>, what: "look" | "act"): DeskCall | Response {
  const given = req.header(agentHeader);
  const agent = agentId.safeParse(given);
  if (!agent.success && (given !== undefined || what === "act"))
    return accountErrorResponse("invalidRequest", {
      fields: { [agentHeader]: given === undefined ? "required" : "format" },
    });
  const actor = agent.success ? `agent:${agent.data}` : "service";
  return { code: req.param("code") ?? "", brandId: req.query("brand"), actor };
}

const misread = "the reference was misread: its nine digits do not fit each other";

/** Of a reference of another brand an agent is told where it is looked up: which brand, and its portal where one is set. */
function unreadable(
  { brands, originOf }: ApiParts,
  { req }: Context<ApiEnvironment>,
  ending: Exclude<OpenedCase, { kind: "found" }>,
): Response {
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

function actResponse(parts: ApiParts, context: Context<ApiEnvironment>, ending: ActEnding): Response {
  if (ending.kind === "acted") return Response.json({ done: ending.done });
  if (ending.kind === "notForThem") return accountErrorResponse("linkRefused", { fields: { act: "notForThem" } });
  return unreadable(parts, context, ending);
}
