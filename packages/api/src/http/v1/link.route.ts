import { OpenAPIHono } from "@hono/zod-openapi";
import { linkEndpoints, linkRemovalBody, lockedNotificationBody } from "@vestibule/contract/v1/link.schema.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { readLink } from "../../flows/email-link/read-link.ts";
import { reissueLink } from "../../flows/email-link/reissue-link.ts";
import { removeLink } from "../../flows/email-link/remove-link.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { accountErrorResponse } from "./account-error.rule.ts";
import { describeLinks } from "./link-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { routePath } from "./route-path.rule.ts";

/** Links from e-mails: reading and deleting them. */
export function linkRoutes(deps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeLinks(routes.openAPIRegistry);
  const limited = { ...deps, limits: limitStore(deps) };

  routes.get(routePath(linkEndpoints.read.path), async (context) => {
    const asked = { token: context.req.param("token") ?? "", source: context.req.query("src") };
    const result = await readLink(limited, context.get("requestContext"), asked);
    if (result.kind === "answer") return context.json(result.answer);
    return result.kind === "unknown"
      ? accountErrorResponse("notFound")
      : accountErrorResponse("tooManyRequests", result);
  });
  routes.delete(routePath(linkEndpoints.remove.path), async (context) => {
    const body = await readAccountBody(context, linkRemovalBody.optional());
    if (body.kind === "refused") return body.answer;
    const order = { token: context.req.param("token") ?? "", facts: body.value };
    const result = await removeLink(limited, context.get("requestContext"), order);
    return result.kind === "gone" ? context.body(null, 204) : accountErrorResponse("tooManyRequests", result);
  });
  routes.post(routePath(linkEndpoints.notify.path), async (context) => {
    const body = await readAccountBody(context, lockedNotificationBody);
    if (body.kind === "refused") return body.answer;
    const result = await reissueLink(limited, context.get("requestContext"), context.req.param("token") ?? "");
    return result.kind === "asked" ? context.json({}) : refusalResponse(result);
  });
  return routes;
}
