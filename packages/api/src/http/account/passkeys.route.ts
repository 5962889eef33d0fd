import type { OpenAPIHono } from "@hono/zod-openapi";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import {
  addOwnPasskey,
  listOwnPasskeys,
  type PasskeyResult,
  removeOwnPasskey,
  renameOwnPasskey,
  startPasskey,
} from "../../flows/account/passkeys.ts";
import { proveByPasskey, startProof } from "../../flows/account/prove-by-passkey.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { accountSessionGuard } from "./account-session.guard.ts";

/** Calls of a signed-in person about their passkeys. */
export function addPasskeyEndpoints(routes: OpenAPIHono<ApiEnvironment>, apiDeps: ApiDeps): void {
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const signedIn = { authorize: accountSessionGuard(deps) };
  const { passkeys, creationOptions, add, rename, remove, proofOptions, prove } = passkeyEndpoints;

  addEndpoint(
    routes,
    passkeys,
    async ({ requestContext, caller: session, reply }) =>
      respond(await listOwnPasskeys(deps, { requestContext, session }), (list) => reply(200, list)),
    signedIn,
  );
  addEndpoint(
    routes,
    creationOptions,
    async ({ requestContext, caller: session, reply }) =>
      respond(await startPasskey(deps, { requestContext, session }), (options) => reply(200, options)),
    signedIn,
  );
  addEndpoint(
    routes,
    proofOptions,
    async ({ requestContext, caller: session, reply }) =>
      respond(await startProof(deps, { requestContext, session }), (options) => reply(200, options)),
    signedIn,
  );
  addEndpoint(
    routes,
    prove,
    async ({ requestContext, caller: session, body: answer, reply }) =>
      respond(await proveByPasskey(deps, { requestContext, session, answer }), () => reply(200)),
    signedIn,
  );
  addEndpoint(
    routes,
    add,
    async ({ requestContext, caller: session, body: { name, passkey: response }, reply }) =>
      respond(await addOwnPasskey(deps, { requestContext, session, name, response }), () => reply(201)),
    signedIn,
  );
  addEndpoint(
    routes,
    rename,
    async ({ requestContext, caller: session, params: { id }, body: { name }, reply }) =>
      respond(await renameOwnPasskey(deps, { requestContext, session, id, name }), () => reply(200)),
    signedIn,
  );
  addEndpoint(
    routes,
    remove,
    async ({ requestContext, caller: session, params: { id }, reply }) =>
      respond(await removeOwnPasskey(deps, { requestContext, session, id }), () => reply(200)),
    signedIn,
  );
}

function respond<Value>(result: PasskeyResult<Value>, reply: (value: Value) => Response): Response {
  return result.kind === "done" ? reply(result.value) : accountErrorResponse(result.reason);
}
