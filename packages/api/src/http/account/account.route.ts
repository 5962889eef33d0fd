import { OpenAPIHono } from "@hono/zod-openapi";
import { policyEndpoints } from "@vestibule/contract/account/policies.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { listPolicies } from "../../flows/account/list-policies.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { addAccountSecurityRoutes } from "./account-security.route.ts";
import { accountSessionGuard } from "./account-session.guard.ts";
import { addCredentialRoutes } from "./credentials.route.ts";
import { addEmailChangeRoutes } from "./email-change.route.ts";
import { addOwnDataRoutes } from "./own-data.route.ts";
import { addPasskeyEndpoints } from "./passkeys.route.ts";
import { addProfileRoutes } from "./profile.route.ts";

export function accountSelfServiceRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const addOwnEndpoint = authorizedEndpoints(routes, accountSessionGuard(deps));

  addOwnEndpoint(policyEndpoints.policies, async ({ caller, reply }) => {
    const result = await listPolicies(deps, caller);
    return result.kind === "listed"
      ? reply(200, { policies: result.policies })
      : accountErrorResponse("directoryUnavailable");
  });
  addCredentialRoutes(routes, deps);
  addAccountSecurityRoutes(routes, deps);
  addOwnDataRoutes(routes, deps);
  addEmailChangeRoutes(routes, deps);
  addPasskeyEndpoints(routes, deps);
  addProfileRoutes(routes, deps);
  return routes;
}
