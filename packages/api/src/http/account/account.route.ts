import { OpenAPIHono } from "@hono/zod-openapi";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { changePassword, proveByPassword } from "../../flows/account/own-password.ts";
import { keepLocale, listPolicies, readProfile } from "../../flows/account/profile.ts";
import { closeOwnAccount, exportOwnData, previewClosing } from "../../flows/person/own-data.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { refusalResponse } from "../v1/refusal.rule.ts";
import { addAccountSecurityRoutes } from "./account-security.route.ts";
import { type AddOwnEndpoint, accountSessionGuard } from "./account-session.guard.ts";
import { addEmailChangeRoutes } from "./email-change.route.ts";
import { addPasskeyEndpoints } from "./passkeys.route.ts";

export function accountSelfServiceRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const guard = accountSessionGuard(deps);
  const addOwnEndpoint = authorizedEndpoints(routes, guard);
  const addProvenEndpoint = authorizedEndpoints(routes, async (context) => {
    const caller = await guard(context);
    return caller instanceof Response || caller.session.isProven ? caller : accountErrorResponse("proofRequired");
  });
  addProfileRoutes(addOwnEndpoint, deps);
  addCredentialRoutes(addOwnEndpoint, deps);
  addAccountSecurityRoutes(addOwnEndpoint, deps);
  addOwnDataRoutes(addProvenEndpoint, deps);
  addEmailChangeRoutes(routes, addOwnEndpoint, deps);
  addPasskeyEndpoints(addOwnEndpoint, deps);
  return routes;
}

function addProfileRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  addOwnEndpoint(profileEndpoints.policies, async ({ caller, reply }) => {
    const policies = await listPolicies(deps, caller);
    return policies ? reply(200, { policies }) : accountErrorResponse("directoryUnavailable");
  });
  addOwnEndpoint(profileEndpoints.profile, async ({ caller, reply }) => {
    const profile = await readProfile(deps, caller);
    return profile ? reply(200, profile) : accountErrorResponse("sessionEnded");
  });
  addOwnEndpoint(profileEndpoints.keepLocale, async ({ caller, body: chosen, reply }) => {
    const result = await keepLocale(deps, { ...caller, chosen });
    return result === "kept" ? reply(204) : accountErrorResponse("invalidRequest", { fields: { province: "format" } });
  });
}

function addCredentialRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  addOwnEndpoint(credentialEndpoints.session, async ({ caller: { session }, reply }) => {
    const account = await findAccountById(deps.database, session.accountId);
    if (account === undefined) return accountErrorResponse("sessionEnded");
    return reply(200, { email: account.emailAsTyped, isProven: session.isProven });
  });
  addOwnEndpoint(credentialEndpoints.prove, async ({ requestContext: { clientIp }, caller, body, reply }) => {
    const result = await deps.passwordChecks.run({ clientIp }, () => proveByPassword(deps, { ...caller, ...body }));
    return result.kind === "proven" ? reply(204) : refusalResponse(result);
  });
  addOwnEndpoint(credentialEndpoints.changePassword, async ({ requestContext: { clientIp }, caller, body, reply }) => {
    const own = { ...caller, password: body.currentPassword, newPassword: body.password };
    const result = await deps.passwordChecks.run({ clientIp }, () => changePassword(deps, own));
    return result.kind === "changed" ? reply(200, { session: result.session }) : refusalResponse(result);
  });
}

function addOwnDataRoutes(addProvenEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  addProvenEndpoint(ownDataEndpoints.data, async ({ caller, reply }) => {
    const result = await exportOwnData(deps, caller);
    return result.kind === "exported" ? reply(200, result.document) : refusalResponse(result);
  });
  addProvenEndpoint(ownDataEndpoints.closing, async ({ caller, reply }) => {
    const result = await previewClosing(deps, caller);
    if (result.kind !== "previewed") return refusalResponse(result);
    const { deletes, keeps } = result;
    return reply(200, { deletes, keeps });
  });
  addProvenEndpoint(ownDataEndpoints.close, async ({ caller, reply }) => {
    const result = await closeOwnAccount(deps, caller);
    return result.kind === "closed" ? reply(204) : refusalResponse(result);
  });
}
