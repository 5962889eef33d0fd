import type { OpenAPIHono } from "@hono/zod-openapi";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { closeOwnAccount, exportOwnData, previewClosing } from "../../flows/person/own-data.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { addEndpoint, type CallContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { accountSessionGuard } from "./account-session.guard.ts";

/** What is kept of a signed-in person, and the end of their account. */
export function addOwnDataRoutes(routes: OpenAPIHono<ApiEnvironment>, apiDeps: ApiDeps): void {
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const guard = accountSessionGuard(deps);
  const proven = {
    authorize: async (context: CallContext) => {
      const session = await guard(context);
      return session instanceof Response || session.isProven ? session : accountErrorResponse("proofRequired");
    },
  };
  const { data, closing, close } = ownDataEndpoints;

  addEndpoint(
    routes,
    data,
    async ({ requestContext, caller: session, reply }) => {
      const result = await exportOwnData(deps, { requestContext, session });
      return result.kind === "exported" ? reply(200, result.document) : refusal(result);
    },
    proven,
  );
  addEndpoint(
    routes,
    closing,
    async ({ requestContext, caller: session, reply }) => {
      const result = await previewClosing(deps, { requestContext, session });
      if (result.kind !== "previewed") return refusal(result);
      const { deletes, keeps } = result;
      return reply(200, { deletes, keeps });
    },
    proven,
  );
  addEndpoint(
    routes,
    close,
    async ({ requestContext, caller: session, reply }) => {
      const result = await closeOwnAccount(deps, { requestContext, session });
      return result.kind === "closed" ? reply(204) : refusal(result);
    },
    proven,
  );
}

function refusal(result: { kind: "ended" } | { kind: "wait"; retryAfterSeconds: number }): Response {
  return result.kind === "wait"
    ? accountErrorResponse("tooManyRequests", result)
    : accountErrorResponse("sessionEnded");
}
