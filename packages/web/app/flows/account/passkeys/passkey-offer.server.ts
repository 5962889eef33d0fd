import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { PasskeysAnswer } from "@vestibule/contract/account/passkey.schema.ts";
import { sessionApi } from "../../../api/account-api.server.ts";
import type { AccountRequest } from "../account-page.ts";

type SignedInRequest = Pick<AccountRequest, "requestContext" | "headers">;

/** Passkey offer right after a registration or a new password, until the person accepts or declines it. */
export async function readPasskeyOffer(request: SignedInRequest): Promise<PasskeysAnswer["offer"]> {
  const { requestContext } = request;
  if (requestContext.session.passkeyOfferAnswered === sessionKey(request)) return undefined;
  const reply = await sessionApi(requestContext, passkeyEndpoints).passkeys();
  // The first page also works without an offer.
  return reply.kind === "ok" ? reply.data.offer : undefined;
}

/** The offer does not come back before the next sign-in. */
export function answerPasskeyOffer(request: SignedInRequest): void {
  request.requestContext.session.passkeyOfferAnswered = sessionKey(request);
}

/** Each gateway session has its own end. */
const sessionKey = ({ headers }: SignedInRequest) => headers.get("x-session-end") ?? "";
