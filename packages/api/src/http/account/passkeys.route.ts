import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { RouteDeps } from "../../deps.ts";
import {
  addOwnPasskey,
  listOwnPasskeys,
  type PasskeyResult,
  proveByPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
  startPasskey,
  startProof,
} from "../../flows/account/passkeys.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import type { AddOwnEndpoint } from "./account-session.guard.ts";

export function addPasskeyEndpoints(addOwnEndpoint: AddOwnEndpoint, deps: RouteDeps): void {
  const { passkeys, creationOptions, add, rename, remove, proofOptions, prove } = passkeyEndpoints;

  addOwnEndpoint(passkeys, async ({ caller, reply }) =>
    respond(await listOwnPasskeys(deps, caller), (list) => reply(200, list)),
  );
  addOwnEndpoint(creationOptions, async ({ caller, reply }) =>
    respond(await startPasskey(deps, caller), (options) => reply(200, options)),
  );
  addOwnEndpoint(proofOptions, async ({ caller, reply }) =>
    respond(await startProof(deps, caller), (options) => reply(200, options)),
  );
  addOwnEndpoint(prove, async ({ caller, body: answer, reply }) =>
    respond(await proveByPasskey(deps, { ...caller, answer }), () => reply(200)),
  );
  addOwnEndpoint(add, async ({ caller, body: { name, passkey: response }, reply }) =>
    respond(await addOwnPasskey(deps, { ...caller, name, response }), () => reply(201)),
  );
  addOwnEndpoint(rename, async ({ caller, params: { id }, body: { name }, reply }) =>
    respond(await renameOwnPasskey(deps, { ...caller, id, name }), () => reply(200)),
  );
  addOwnEndpoint(remove, async ({ caller, params: { id }, reply }) =>
    respond(await removeOwnPasskey(deps, { ...caller, id }), () => reply(200)),
  );
}

function respond<Value>(result: PasskeyResult<Value>, reply: (value: Value) => Response): Response {
  return result.kind === "done" ? reply(result.value) : accountErrorResponse(result.reason);
}
