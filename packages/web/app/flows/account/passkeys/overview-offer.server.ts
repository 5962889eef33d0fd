import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { PasskeysResponse } from "@vestibule/contract/account/passkey.schema.ts";
import { sessionApi } from "../../../api/api-client.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { passkeyOfferAnsweredSlice } from "../session-slice.server.ts";

/** Passkey offer right after a registration or a new password, until the person accepts or declines it. */
export async function readPasskeyOffer(
  requestContext: PortalRequestContext,
  request: Request,
): Promise<PasskeysResponse["offer"]> {
  if (requestContext.session.get(passkeyOfferAnsweredSlice) === sessionKey(request)) return undefined;
  const result = await sessionApi(requestContext, passkeyEndpoints).passkeys();
  // The first page also works without an offer.
  return result.kind === "ok" ? result.data.offer : undefined;
}

/** The offer does not come back before the next sign-in. */
export function answerPasskeyOffer({ session }: PortalRequestContext, request: Request): void {
  session.set(passkeyOfferAnsweredSlice, sessionKey(request));
}

/** Each gateway session has its own end. */
const sessionKey = ({ headers }: Request) => headers.get("x-session-end") ?? "";
