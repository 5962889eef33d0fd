import { OpenAPIHono } from "@hono/zod-openapi";
import { linkEndpoints, linkRemovalBody, lockedNotificationBody } from "@vestibule/contract/v1/link.schema.ts";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { readLink } from "../../journeys/follow-link/read-link.journey.ts";
import { removeLink } from "../../journeys/follow-link/remove-link.journey.ts";
import { renewLink } from "../../journeys/follow-link/renew-link.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { accountErrorResponse } from "./account-error.rule.ts";
import { describeLinks } from "./link-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { routePath } from "./route-path.rule.ts";

/** Links from e-mails: what they lead to, and their end. */
export function linkRoutes(parts: ApiParts): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeLinks(routes.openAPIRegistry);
  const limited = { ...parts, limits: limitStore(parts) };

  routes.get(routePath(linkEndpoints.read.path), async (context) => {
    const asked = { token: context.req.param("token") ?? "", source: context.req.query("src") };
    const ending = await readLink(limited, context.get("visit"), asked);
    if (ending.kind === "answer") return context.json(ending.answer);
    return ending.kind === "unknown"
      ? accountErrorResponse("notFound")
      : accountErrorResponse("tooManyRequests", ending);
  });
  routes.delete(routePath(linkEndpoints.remove.path), async (context) => {
    const body = await readAccountBody(context, linkRemovalBody.optional());
    if (body.kind === "refused") return body.answer;
    const order = { token: context.req.param("token") ?? "", facts: body.value };
    const ending = await removeLink(limited, context.get("visit"), order);
    return ending.kind === "gone" ? context.body(null, 204) : accountErrorResponse("tooManyRequests", ending);
  });
  routes.post(routePath(linkEndpoints.notify.path), async (context) => {
    const body = await readAccountBody(context, lockedNotificationBody);
    if (body.kind === "refused") return body.answer;
    const ending = await renewLink(limited, context.get("visit"), context.req.param("token") ?? "");
    return ending.kind === "asked" ? context.json({}) : refusalResponse(ending);
  });
  return routes;
}
