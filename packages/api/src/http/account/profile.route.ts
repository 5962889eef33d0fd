import type { OpenAPIHono } from "@hono/zod-openapi";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { keepLocale } from "../../flows/account/keep-locale.ts";
import { readProfile } from "../../flows/account/read-profile.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { accountSessionGuard } from "./account-session.guard.ts";

export function addProfileRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const addOwnEndpoint = authorizedEndpoints(routes, accountSessionGuard(deps));

  addOwnEndpoint(profileEndpoints.profile, async ({ caller, reply }) => {
    const profile = await readProfile(deps, caller);
    return profile === undefined ? accountErrorResponse("sessionEnded") : reply(200, profile);
  });
  addOwnEndpoint(profileEndpoints.keepLocale, async ({ caller, body: chosen, reply }) => {
    const result = await keepLocale(deps, { ...caller, chosen });
    return result === "kept" ? reply(204) : accountErrorResponse("invalidRequest", { fields: { province: "format" } });
  });
}
