import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import type { PasskeysResponse } from "@vestibule/contract/account/passkey.schema.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/account-api.server.ts";
import { momentOf } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { consume } from "../../../session/session-slice.server.ts";
import type { AccountPage, AccountRequest } from "../account-page.ts";
import { accountPagePath } from "../account-path.table.ts";
import { changeMethod } from "../change-method.server.ts";
import { passkeyRules } from "./passkey-name.rule.ts";

/** The passkeys of the account, each with forms that rename and remove it, and keep one that is off. */
export const passkeysPage = {
  texts: ["account:passkeys", "fields:passkeyName", "forms:summary"],
  async load(request) {
    const { requestContext } = request;
    const result = await sessionApi(requestContext, passkeyEndpoints).passkeys();
    if (result.kind !== "ok") return result;
    const { passkeys, offer, accepted } = result.data;
    answerPasskeyOffer(request);
    return {
      passkeys: passkeys.map((passkey) => describePasskey(requestContext, passkey)),
      changed: consume(requestContext.session, "passkeyChanged"),
      isReview: offer === "review",
      accepted,
    };
  },
  rules: (_request, { change }) => (change === "remove" || change === "keep" ? {} : passkeyRules),
  async submit({ requestContext }, form) {
    const result = await changeMethod(sessionApi(requestContext, passkeyEndpoints), {
      ...form,
      name: form.passkeyName ?? "",
    });
    if (result.kind !== "changed") return result;
    requestContext.session.passkeyChanged = result.changed;
    return redirect(accountPagePath("passkeys"), 303);
  },
} satisfies AccountPage;

export type ListedPasskey = ReturnType<typeof describePasskey>;

function describePasskey(
  requestContext: PortalRequestContext,
  { id, name, createdAt, lastUsedAt, isBackedUp, isBlocked, isOff }: PasskeysResponse["passkeys"][number],
) {
  const created = momentOf(requestContext, createdAt);
  const lastUsed = lastUsedAt === undefined ? undefined : momentOf(requestContext, lastUsedAt);
  return { id, name, isBackedUp, isBlocked, isOff, created, lastUsed };
}

type SignedInRequest = Pick<AccountRequest, "requestContext" | "headers">;

/** Passkey offer right after a registration or a new password, until the person accepts or declines it. */
export async function readPasskeyOffer(request: SignedInRequest): Promise<PasskeysResponse["offer"]> {
  const { requestContext } = request;
  if (requestContext.session.passkeyOfferAnswered === sessionKey(request)) return undefined;
  const result = await sessionApi(requestContext, passkeyEndpoints).passkeys();
  // The first page also works without an offer.
  return result.kind === "ok" ? result.data.offer : undefined;
}

/** The offer does not come back before the next sign-in. */
export function answerPasskeyOffer(request: SignedInRequest): void {
  request.requestContext.session.passkeyOfferAnswered = sessionKey(request);
}

/** Each gateway session has its own end. */
const sessionKey = ({ headers }: SignedInRequest) => headers.get("x-session-end") ?? "";
