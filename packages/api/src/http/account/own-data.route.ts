import type { OpenAPIHono } from "@hono/zod-openapi";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { closeOwnAccount, exportOwnData, previewClosing } from "../../flows/person/own-data.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { refusalResponse } from "../v1/refusal.rule.ts";
import { accountSessionGuard } from "./account-session.guard.ts";

export function addOwnDataRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const guard = accountSessionGuard(deps);
  const addProvenEndpoint = authorizedEndpoints(routes, async (context) => {
    const caller = await guard(context);
    return caller instanceof Response || caller.session.isProven ? caller : accountErrorResponse("proofRequired");
  });
  const { data, closing, close } = ownDataEndpoints;

  addProvenEndpoint(data, async ({ caller, reply }) => {
    const result = await exportOwnData(deps, caller);
    return result.kind === "exported" ? reply(200, result.document) : refusalResponse(result);
  });
  addProvenEndpoint(closing, async ({ caller, reply }) => {
    const result = await previewClosing(deps, caller);
    if (result.kind !== "previewed") return refusalResponse(result);
    const { deletes, keeps } = result;
    return reply(200, { deletes, keeps });
  });
  addProvenEndpoint(close, async ({ caller, reply }) => {
    const result = await closeOwnAccount(deps, caller);
    return result.kind === "closed" ? reply(204) : refusalResponse(result);
  });
}
