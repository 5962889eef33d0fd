import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { PasskeysResponse } from "@vestibule/contract/account/passkey.schema.ts";
import { sessionApi } from "../../../api/account-api.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";

/** Passkey offer right after a registration or a new password, until the person accepts or declines it. */
export async function readPasskeyOffer(
  requestContext: PortalRequestContext,
  request: Request,
): Promise<PasskeysResponse["offer"]> {
  if (requestContext.session.passkeyOfferAnswered === sessionKey(request)) return undefined;
  const result = await sessionApi(requestContext, passkeyEndpoints).passkeys();
  // The first page also works without an offer.
  return result.kind === "ok" ? result.data.offer : undefined;
}

/** The offer does not come back before the next sign-in. */
export function answerPasskeyOffer({ session }: PortalRequestContext, request: Request): void {
  session.passkeyOfferAnswered = sessionKey(request);
}

/** Each gateway session has its own end. */
const sessionKey = ({ headers }: Request) => headers.get("x-session-end") ?? "";
