import type { OpenAPIHono } from "@hono/zod-openapi";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { changePassword } from "../../flows/account/change-password.ts";
import type { OwnPasswordRefusal } from "../../flows/account/check-own-password.ts";
import { proveSession } from "../../flows/account/prove-session.ts";
import { limitStore } from "../../limits/limit.store.ts";
import type { PasswordRefusal } from "../../passwords/password-refusal.rule.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { refusalResponse } from "../v1/recovery-refusal.rule.ts";
import { accountSessionGuard } from "./account-session.guard.ts";

/** The session, its proof, and what the person signs in with. */
export function addCredentialRoutes(routes: OpenAPIHono<ApiEnvironment>, apiDeps: ApiDeps): void {
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const signedIn = { authorize: accountSessionGuard(apiDeps) };
  const { session, prove, changePassword: password } = credentialEndpoints;

  addEndpoint(
    routes,
    session,
    async ({ caller, reply }) => {
      const account = await deps.accountStore.findById(deps.database, caller.accountId);
      if (account === undefined) return accountErrorResponse("sessionEnded");
      return reply(200, { email: account.emailAsTyped, isProven: caller.isProven });
    },
    signedIn,
  );
  addEndpoint(
    routes,
    prove,
    async ({ requestContext, caller, body, reply }) => {
      const own = { requestContext, session: caller, ...body };
      const { clientIp } = requestContext;
      const result = await deps.passwordChecks.run({ clientIp }, () => proveSession(deps, own));
      return result.kind === "proven" ? reply(204) : ownPasswordResponse(result);
    },
    signedIn,
  );
  addEndpoint(
    routes,
    password,
    async ({ requestContext, caller, body, reply }) => {
      const { clientIp } = requestContext;
      const own = { requestContext, session: caller, password: body.currentPassword, newPassword: body.password };
      const result = await deps.passwordChecks.run({ clientIp }, () => changePassword(deps, own));
      return result.kind === "changed" ? reply(200, { session: result.session }) : ownPasswordResponse(result);
    },
    signedIn,
  );
}

function ownPasswordResponse(refusal: OwnPasswordRefusal | PasswordRefusal): Response {
  return refusal.kind === "ended" ? accountErrorResponse("sessionEnded") : refusalResponse(refusal);
}
