import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { sessionApi } from "../../api/account-api.server.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";

/** Sign-in methods of the person. */
export const signInPage = {
  texts: [
    "account:sign-in",
    "account:email.title",
    "account:password.title",
    "account:password.note",
    "account:passkeys.title",
    "account:passkeys.note",
    "account:second-factors.title",
    "account:second-factors.note",
    "account:freeze",
  ],
  async load({ requestContext }) {
    const result = await sessionApi(requestContext, credentialEndpoints).session();
    if (result.kind !== "ok") return result;
    const hasPasskeys = relyingPartyOf(requestContext) !== undefined;
    return {
      email: result.data.email,
      hasPasskeys,
      flash: consume(requestContext.session, "accountFlash"),
    };
  },
} satisfies AccountPage;
