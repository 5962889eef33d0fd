import { OpenAPIHono } from "@hono/zod-openapi";
import { applicationEndpoints } from "@vestibule/contract/account/application.endpoint.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { ownDataEndpoints } from "@vestibule/contract/account/own-data.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { profileEndpoints } from "@vestibule/contract/account/profile.endpoint.ts";
import { activityQuery, securityEndpoints } from "@vestibule/contract/account/security.endpoint.ts";
import { readEmail } from "@vestibule/contract/fields/email.rule.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { listSessions } from "../../accounts/gateway-session.store.ts";
import { listKnownBrowsers } from "../../accounts/known-browser.store.ts";
import { settlingUntil } from "../../accounts/settling.rule.ts";
import { findLastSignInDevice, listActivities } from "../../audit/activity.store.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import { directoryOfAccount } from "../../directory/directory-of-account.adapter.ts";
import { confirmPolicyAddition, requestPolicyAddition } from "../../flows/account/add-policy.ts";
import { endApplication, listApplications } from "../../flows/account/applications.ts";
import { confirmEmailChange, requestEmailChange } from "../../flows/account/change-email.ts";
import { endSessions, forgetKnownBrowsers } from "../../flows/account/end-session.ts";
import { freezeOwnAccount } from "../../flows/account/freeze-account.ts";
import { changePassword, proveByPassword } from "../../flows/account/own-password.ts";
import {
  addOwnPasskey,
  declinePasskey,
  keepOwnPasskey,
  listOwnPasskeys,
  type PasskeyResult,
  proveByPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
  startPasskey,
  startProof,
} from "../../flows/account/passkeys.ts";
import { keepLocale, listPolicies, readProfile } from "../../flows/account/profile.ts";
import { type EmailUndoResult, readEmailUndo, undoEmailChange } from "../../flows/account/undo-email-change.ts";
import { closeOwnAccount, exportOwnData, previewClosing } from "../../flows/person/own-data.ts";
import { openHouseholdRequests } from "../../household-requests/household-request.store.ts";
import { addEndpoint, authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse, refusalResponse } from "../error-response.ts";
import { type AddOwnEndpoint, accountSessionGuard } from "./account-session.guard.ts";
import { changeRefusal } from "./change-refusal.rule.ts";
import { addHouseholdRequestRoutes } from "./household-request.route.ts";
import { addAccountSecondFactorRoutes } from "./second-factor.route.ts";

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
  addSecurityRoutes(addOwnEndpoint, deps);
  addApplicationRoutes(addOwnEndpoint, deps);
  addOwnDataRoutes(addProvenEndpoint, deps);
  addEmailChangeRoutes(routes, addOwnEndpoint, deps);
  addPasskeyRoutes(addOwnEndpoint, deps);
  addAccountSecondFactorRoutes(routes, addOwnEndpoint, deps);
  addHouseholdRequestRoutes(routes, addOwnEndpoint, deps);
  return routes;
}

/** The dependencies of a call that asks the policy directory. */
const depsOf = (deps: RouteDeps, { session: { accountId } }: AccountCall) => ({
  ...deps,
  directory: directoryOfAccount(deps, accountId),
});

function addProfileRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  addOwnEndpoint(profileEndpoints.policies, async ({ caller, respond }) => {
    const policies = await listPolicies(depsOf(deps, caller), caller);
    return policies ? respond(200, { policies }) : accountErrorResponse("directoryUnavailable");
  });
  addOwnEndpoint(policyAdditionEndpoints.request, async ({ caller, body: typed, respond }) => {
    const result = await requestPolicyAddition(depsOf(deps, caller), { ...caller, typed });
    if (result.kind !== "requested") return changeRefusal(result);
    return respond(200, { maskedRecipient: result.maskedRecipient, codeEndsAt: result.codeEndsAt });
  });
  addOwnEndpoint(policyAdditionEndpoints.confirm, async ({ caller, body, respond }) => {
    const result = await confirmPolicyAddition(depsOf(deps, caller), { ...caller, typed: body.code });
    return result.kind === "added" ? respond(204) : changeRefusal(result);
  });
  addOwnEndpoint(profileEndpoints.profile, async ({ caller, respond }) => {
    const profile = await readProfile(depsOf(deps, caller), caller);
    return profile ? respond(200, profile) : accountErrorResponse("sessionEnded");
  });
  addOwnEndpoint(profileEndpoints.keepLocale, async ({ caller, body: chosen, respond }) => {
    const result = await keepLocale(deps, { ...caller, chosen });
    return result === "kept"
      ? respond(204)
      : accountErrorResponse("invalidRequest", { fields: { province: "format" } });
  });
}

function addCredentialRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  addOwnEndpoint(credentialEndpoints.session, async ({ caller, respond }) => {
    const { session } = caller;
    const account = await findAccountById(deps.database, session.accountId);
    if (account === undefined) return accountErrorResponse("sessionEnded");
    const { emailAsTyped: email } = account;
    const onFile = await unlessUnavailable(readContactsOnFile(depsOf(deps, caller), caller));
    const until = settlingUntil(account, onFile?.settleAt);
    const { isProven, needsSecondProof } = session;
    const second = needsSecondProof ? ({ needsSecondProof: true } as const) : {};
    const hasHouseholdRequest = (await openHouseholdRequests(deps.database, session.accountId)).length > 0;
    const lastSignInDevice = await findLastSignInDevice(deps.database, session);
    return respond(200, {
      email,
      isProven,
      ...second,
      ...(lastSignInDevice && { lastSignInDevice }),
      ...(until && { settlingUntil: until }),
      ...(hasHouseholdRequest && { hasHouseholdRequest }),
    });
  });
  addOwnEndpoint(credentialEndpoints.prove, async ({ requestContext: { clientIp }, caller, body, respond }) => {
    const result = await deps.hashing.run({ id: clientIp }, () => proveByPassword(deps, { ...caller, ...body }));
    return result.kind === "proven" ? respond(204) : refusalResponse(result);
  });
  addOwnEndpoint(
    credentialEndpoints.changePassword,
    async ({ requestContext: { clientIp }, caller, body, respond }) => {
      const change = { ...caller, password: body.currentPassword, newPassword: body.password };
      const directory = directoryOfAccount(deps, caller.session.accountId);
      const result = await deps.hashing.run({ id: clientIp }, () => changePassword({ ...deps, directory }, change));
      return result.kind === "changed" ? respond(200, { session: result.session }) : refusalResponse(result);
    },
  );
}

function addOwnDataRoutes(addProvenEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  addProvenEndpoint(ownDataEndpoints.data, async ({ caller, respond }) => {
    const result = await exportOwnData(deps, caller);
    return result.kind === "exported" ? respond(200, result.document) : refusalResponse(result);
  });
  addProvenEndpoint(ownDataEndpoints.closing, async ({ caller, respond }) => {
    const result = await previewClosing(deps, caller);
    if (result.kind !== "previewed") return refusalResponse(result);
    const { deletes, keeps } = result;
    return respond(200, { deletes, keeps });
  });
  addProvenEndpoint(ownDataEndpoints.close, async ({ caller, respond }) => {
    const result = await closeOwnAccount(deps, caller);
    return result.kind === "closed" ? respond(204) : refusalResponse(result);
  });
}

function addSecurityRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  const { sessions, endSession, endOtherSessions, forgetBrowser, forgetOtherBrowsers } = securityEndpoints;
  const { activity, freeze } = securityEndpoints;

  addOwnEndpoint(sessions, async ({ caller: { session }, respond }) => {
    const sessions = await listSessions(deps.database, session);
    return respond(200, { sessions, browsers: await listKnownBrowsers(deps.database, session) });
  });
  for (const [one, others, remove] of [
    [endSession, endOtherSessions, endSessions],
    [forgetBrowser, forgetOtherBrowsers, forgetKnownBrowsers],
  ] as const) {
    addOwnEndpoint(others, async ({ caller, respond }) => respond(200, { count: await remove(deps, caller) }));
    addOwnEndpoint(one, async ({ caller, params: { id }, respond }) => {
      const count = await remove(deps, caller, id);
      return count === 0 ? accountErrorResponse("notFound") : respond(200, { count });
    });
  }
  addOwnEndpoint(activity, async ({ context, caller: { session }, respond }) => {
    const query = activityQuery.safeParse(context.req.query());
    if (!query.success) return accountErrorResponse("invalidRequest", { fields: { before: "format" } });
    return respond(200, await listActivities(deps.database, { ...session, ...query.data }));
  });
  addOwnEndpoint(freeze, async ({ caller, body, respond }) => {
    const result = await freezeOwnAccount(deps, { ...caller, denied: body?.denied });
    return result.kind === "frozen"
      ? respond(200, { reference: result.reference })
      : accountErrorResponse("sessionEnded");
  });
}

function addApplicationRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  addOwnEndpoint(applicationEndpoints.applications, async ({ caller, respond }) =>
    respond(200, { applications: await listApplications(deps, caller) }),
  );
  addOwnEndpoint(applicationEndpoints.end, async ({ caller, params: { id }, respond }) =>
    (await endApplication(deps, caller, id)) ? respond(204) : accountErrorResponse("notFound"),
  );
}

/** The calls that change the e-mail, and those of the link that undoes the change. */
function addEmailChangeRoutes(
  routes: OpenAPIHono<ApiEnvironment>,
  addOwnEndpoint: AddOwnEndpoint,
  deps: RouteDeps,
): void {
  const { request, confirm } = emailChangeEndpoints;

  addOwnEndpoint(request, async ({ caller, body, respond }) => {
    const recipient = readEmail(body.email);
    if (recipient === undefined) return accountErrorResponse("invalidRequest", { fields: { email: "email" } });
    const result = await requestEmailChange(deps, { ...caller, recipient });
    return result.kind === "requested" ? respond(200, { codeEndsAt: result.codeEndsAt }) : changeRefusal(result);
  });
  addOwnEndpoint(confirm, async ({ caller, body, respond }) => {
    const result = await confirmEmailChange(deps, { ...caller, typed: body.code });
    return result.kind === "changed" ? respond(200, { email: result.email }) : changeRefusal(result);
  });
  addEndpoint(routes, emailUndoEndpoints.read, async ({ requestContext, params: { token } }) =>
    undoResponse(await readEmailUndo(deps, { requestContext, token })),
  );
  addEndpoint(routes, emailUndoEndpoints.undo, async ({ requestContext, params: { token } }) =>
    undoResponse(await undoEmailChange(deps, { requestContext, token })),
  );
}

function undoResponse(result: EmailUndoResult): Response {
  if (result.kind !== "found") return refusalResponse(result);
  const { state, maskedEmail, email } = result;
  return Response.json({ state, maskedEmail, ...(email && { email }) });
}

function addPasskeyRoutes(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  const { passkeys, creationOptions, add, decline, rename, remove, keep, proofOptions, prove } = passkeyEndpoints;

  addOwnEndpoint(passkeys, async ({ caller, respond }) =>
    respondToPasskeyCall(await listOwnPasskeys(deps, caller), (list) => respond(200, list)),
  );
  addOwnEndpoint(creationOptions, async ({ caller, respond }) =>
    respondToPasskeyCall(await startPasskey(deps, caller), (options) => respond(200, options)),
  );
  addOwnEndpoint(proofOptions, async ({ caller, respond }) =>
    respondToPasskeyCall(await startProof(deps, caller), (options) => respond(200, options)),
  );
  addOwnEndpoint(prove, async ({ caller, body: response, respond }) =>
    respondToPasskeyCall(await proveByPasskey(deps, { ...caller, response }), () => respond(200)),
  );
  addOwnEndpoint(add, async ({ caller, body: { name, passkey: response }, respond }) =>
    respondToPasskeyCall(await addOwnPasskey(depsOf(deps, caller), { ...caller, name, response }), () => respond(201)),
  );
  addOwnEndpoint(decline, async ({ caller, respond }) =>
    respondToPasskeyCall(await declinePasskey(deps, caller), () => respond(204)),
  );
  addOwnEndpoint(rename, async ({ caller, params: { id }, body: { name }, respond }) =>
    respondToPasskeyCall(await renameOwnPasskey(deps, { ...caller, id, name }), () => respond(200)),
  );
  addOwnEndpoint(remove, async ({ caller, params: { id }, respond }) =>
    respondToPasskeyCall(await removeOwnPasskey(depsOf(deps, caller), { ...caller, id }), () => respond(200)),
  );
  addOwnEndpoint(keep, async ({ caller, params: { id }, respond }) =>
    respondToPasskeyCall(await keepOwnPasskey(depsOf(deps, caller), { ...caller, id }), () => respond(200)),
  );
}

function respondToPasskeyCall<Value>(result: PasskeyResult<Value>, respond: (value: Value) => Response): Response {
  return result.kind === "done"
    ? respond(result.value)
    : accountErrorResponse(result.reason, { ...(result.until && { until: result.until }) });
}
