import { OpenAPIHono, z } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { type StopLinkAnswer, stopLinkAnswer, stopLinkEndpoints } from "@vestibule/contract/v1/link-request.schema.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { readStopLink, type StopResult, stopRequestedLink } from "../../flows/email-link/stop-link-request.ts";
import { limitStore } from "../../limits/limit.store.ts";
import type { LinkRequest } from "../../link-requests/link-request.store.ts";
import { accountErrorResponse } from "./account-error.rule.ts";
import { routePath } from "./route-path.rule.ts";

/** For a contact on file who was notified of a requested link to another e-mail. */
export function stopLinkRoutes(apiDeps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const { read, stop } = stopLinkEndpoints;
  for (const [{ method, path }, summary] of [
    [read, "Read what the stop link of a message is about; nothing changes"],
    [stop, "Stop the request that the message told of"],
  ] as const)
    routes.openAPIRegistry.registerPath({
      method: method === "GET" ? "get" : "post",
      path,
      summary,
      tags: ["links"],
      request: { params: z.object({ token: z.string() }) },
      responses: {
        200: { description: "How the request stands", content: { "application/json": { schema: stopLinkAnswer } } },
        404: {
          description: "1404: no such link",
          content: { "application/json": { schema: accountErrorAnswer } },
        },
        429: {
          description: "1429: too many links opened; retry-after says how long to wait",
          content: { "application/json": { schema: accountErrorAnswer } },
        },
      },
    });

  routes.get(routePath(read.path), async (context) =>
    toResponse(await readStopLink(deps, context.get("requestContext"), context.req.param("token") ?? "")),
  );
  routes.post(routePath(stop.path), async (context) =>
    toResponse(await stopRequestedLink(deps, context.get("requestContext"), context.req.param("token") ?? "")),
  );
  return routes;
}

function toResponse(result: StopResult): Response {
  if (result.kind === "unknown") return accountErrorResponse("notFound");
  return result.kind === "wait"
    ? accountErrorResponse("tooManyRequests", result)
    : Response.json(toAnswer(result.request));
}

function toAnswer({ state, dueAt }: LinkRequest): StopLinkAnswer {
  if (state === "requested" || state === "approved") return { state: "open", dueAt: dueAt.toISOString() };
  return { state: state === "stopped" || state === "sent" ? state : "over" };
}
