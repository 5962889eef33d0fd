import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { PasskeyRequestOptions } from "@vestibule/contract/account/passkey.schema.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { sessionApi } from "../../../api/account-api.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";

/** Options to prove oneself by a passkey; undefined where the account has none here. */
export async function readPasskeyProof(
  requestContext: PortalRequestContext,
): Promise<PasskeyRequestOptions | undefined> {
  const reply = await sessionApi(requestContext, passkeyEndpoints).proofOptions();
  // The page works with the password alone.
  return reply.kind === "ok" ? reply.data : undefined;
}

/** Sends a device's answer to the API, which decides whether it proves anything. */
export function proveByPasskey(requestContext: PortalRequestContext, passkey: string) {
  return sessionApi(requestContext, passkeyEndpoints).prove((parseJson(passkey) ?? {}) as never);
}
