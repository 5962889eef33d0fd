import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import type { RouteDeps } from "../../deps.ts";
import { changePassword } from "../../flows/account/change-password.ts";
import { proveSession } from "../../flows/account/prove-session.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { refusalResponse } from "../v1/refusal.rule.ts";
import type { AddOwnEndpoint } from "./account-session.guard.ts";

export function addCredentialRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  const { session, prove, changePassword: password } = credentialEndpoints;

  addOwnEndpoint(session, async ({ caller, reply }) => {
    const account = await findAccountById(deps.database, caller.session.accountId);
    if (account === undefined) return accountErrorResponse("sessionEnded");
    return reply(200, { email: account.emailAsTyped, isProven: caller.session.isProven });
  });
  addOwnEndpoint(prove, async ({ requestContext: { clientIp }, caller, body, reply }) => {
    const result = await deps.passwordChecks.run({ clientIp }, () => proveSession(deps, { ...caller, ...body }));
    return result.kind === "proven" ? reply(204) : refusalResponse(result);
  });
  addOwnEndpoint(password, async ({ requestContext: { clientIp }, caller, body, reply }) => {
    const own = { ...caller, password: body.currentPassword, newPassword: body.password };
    const result = await deps.passwordChecks.run({ clientIp }, () => changePassword(deps, own));
    return result.kind === "changed" ? reply(200, { session: result.session }) : refusalResponse(result);
  });
}
