import type { OpenAPIHono } from "@hono/zod-openapi";
import { removalUndoEndpoints, secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { directoryOfAccount } from "../../directory/directory-of-account.adapter.ts";
import {
  addAuthenticator,
  keepOwnAuthenticator,
  type MethodRefusal,
  removeOwnAuthenticator,
  renameOwnAuthenticator,
  startAuthenticator,
} from "../../flows/account/authenticators.ts";
import { chooseFirstMethod, listFirstMethods } from "../../flows/account/first-method.ts";
import { makeRecoveryCodes } from "../../flows/account/recovery-codes.ts";
import { proveByTypedFactor } from "../../flows/account/second-proof.ts";
import { type RemovalUndoResult, readRemovalUndo, undoRemoval } from "../../flows/account/undo-removal.ts";
import { listAuthenticators } from "../../second-factor/authenticator.store.ts";
import { countRecoveryCodes } from "../../second-factor/recovery-code.store.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse, refusalResponse } from "../error-response.ts";
import type { AddOwnEndpoint } from "./account-session.guard.ts";
import { changeRefusal } from "./change-refusal.rule.ts";

/** The calls that list and change the methods of a second proof, and those of the link that undoes a removal. */
export function addAccountSecondFactorRoutes(
  routes: OpenAPIHono<ApiEnvironment>,
  addOwnEndpoint: AddOwnEndpoint,
  deps: RouteDeps,
): void {
  const { list, chooseFirst, setUp, add, rename, remove, keep, makeRecoveryCodes: make, prove } = secondFactorEndpoints;

  /** The dependencies of a call that asks the policy directory. */
  const depsOf = ({ session: { accountId } }: AccountCall) => ({
    ...deps,
    directory: directoryOfAccount(deps, accountId),
  });
  addOwnEndpoint(list, async ({ caller, respond }) => {
    const { accountId } = caller.session;
    const authenticators = await listAuthenticators(deps.database, accountId);
    const recoveryCodes = await countRecoveryCodes(deps.database, accountId);
    return respond(200, {
      ...(await listFirstMethods(depsOf(caller), caller)),
      authenticators: authenticators.map(({ id, name, createdAt, lastUsedAt, isOff }) => ({
        id,
        name,
        createdAt,
        ...(lastUsedAt && { lastUsedAt }),
        isOff,
      })),
      ...(recoveryCodes && { recoveryCodes }),
    });
  });
  addOwnEndpoint(chooseFirst, async ({ caller, body: { id }, respond }) => {
    const result = await chooseFirstMethod(depsOf(caller), { ...caller, id });
    return result.kind === "chosen" ? respond(200) : refusalResponse(result);
  });
  addOwnEndpoint(setUp, async ({ caller, respond }) => {
    const result = await startAuthenticator(deps, caller);
    return result.kind === "started" ? respond(200, result.setup) : methodRefusal(result);
  });
  addOwnEndpoint(add, async ({ caller, body, respond }) => {
    const result = await addAuthenticator(depsOf(caller), { ...caller, ...body });
    if (result.kind === "wrongCode")
      return accountErrorResponse("wrongSecret", { ...(result.reason && { reason: result.reason }) });
    return result.kind === "added" ? respond(201) : methodRefusal(result);
  });
  addOwnEndpoint(rename, async ({ caller, params: { id }, body: { name }, respond }) => {
    const result = await renameOwnAuthenticator(deps, { ...caller, id, name });
    return result.kind === "changed" ? respond(200) : methodRefusal(result);
  });
  addOwnEndpoint(remove, async ({ caller, params: { id }, respond }) => {
    const result = await removeOwnAuthenticator(depsOf(caller), { ...caller, id });
    return result.kind === "changed" ? respond(200) : methodRefusal(result);
  });
  addOwnEndpoint(keep, async ({ caller, params: { id }, respond }) => {
    const result = await keepOwnAuthenticator(depsOf(caller), { ...caller, id });
    return result.kind === "changed" ? respond(200) : methodRefusal(result);
  });
  addOwnEndpoint(make, async ({ caller, respond }) => {
    const result = await makeRecoveryCodes(depsOf(caller), caller);
    return result.kind === "made" ? respond(200, { codes: result.codes }) : methodRefusal(result);
  });
  addOwnEndpoint(prove, async ({ caller, body: { code: typed }, respond }) => {
    const result = await proveByTypedFactor(depsOf(caller), { ...caller, typed });
    return result.kind === "proven" ? respond(204) : changeRefusal(result);
  });
  addEndpoint(routes, removalUndoEndpoints.read, async ({ requestContext, params: { token } }) =>
    undoResponse(await readRemovalUndo(deps, { requestContext, token })),
  );
  addEndpoint(routes, removalUndoEndpoints.undo, async ({ requestContext, params: { token } }) =>
    undoResponse(await undoRemoval(deps, { requestContext, token })),
  );
}

function methodRefusal(refusal: MethodRefusal): Response {
  return refusal.kind === "tooManyMethods" ? accountErrorResponse("tooManyMethods") : refusalResponse(refusal);
}

function undoResponse(result: RemovalUndoResult): Response {
  if (result.kind !== "found") return refusalResponse(result);
  const { state, method } = result;
  return Response.json({ state, method });
}
