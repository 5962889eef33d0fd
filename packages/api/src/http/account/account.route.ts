import { OpenAPIHono } from "@hono/zod-openapi";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { keepLocale } from "../../flows/account/keep-locale.ts";
import { listPolicies } from "../../flows/account/list-policies.ts";
import { readProfile } from "../../flows/account/read-profile.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { addAccountSecurityRoutes } from "./account-security.route.ts";
import { accountSessionGuard } from "./account-session.guard.ts";
import { addCredentialRoutes } from "./credentials.route.ts";
import { addEmailChangeRoutes } from "./email-change.route.ts";
import { addOwnDataRoutes } from "./own-data.route.ts";
import { addPasskeyEndpoints } from "./passkeys.route.ts";

export function accountSelfServiceRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const addOwnEndpoint = authorizedEndpoints(routes, accountSessionGuard(deps));

  addOwnEndpoint(profileEndpoints.policies, async ({ caller, reply }) => {
    const result = await listPolicies(deps, caller);
    return result.kind === "listed"
      ? reply(200, { policies: result.policies })
      : accountErrorResponse("directoryUnavailable");
  });
  addOwnEndpoint(profileEndpoints.profile, async ({ caller, reply }) => {
    const profile = await readProfile(deps, caller);
    return profile === undefined ? accountErrorResponse("sessionEnded") : reply(200, profile);
  });
  addOwnEndpoint(profileEndpoints.keepLocale, async ({ caller, body: chosen, reply }) => {
    const result = await keepLocale(deps, { ...caller, chosen });
    return result === "kept" ? reply(204) : accountErrorResponse("invalidRequest", { fields: { province: "format" } });
  });
  addCredentialRoutes(addOwnEndpoint, deps);
  addAccountSecurityRoutes(addOwnEndpoint, deps);
  addOwnDataRoutes(routes, deps);
  addEmailChangeRoutes(routes, addOwnEndpoint, deps);
  addPasskeyEndpoints(addOwnEndpoint, deps);
  return routes;
}
