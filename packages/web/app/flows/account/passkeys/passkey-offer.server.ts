import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { redirectDocument } from "react-router";
import { sessionApi } from "../../../api/account-api.server.ts";
import type { AccountPage } from "../account-page.ts";
import { addPasskey, newPasskeyPage } from "./new-passkey.server.ts";
import { passkeyRules } from "./passkey-name.rule.ts";

/** Path of the gateway that leads on to where the person was going. */
const continuePath = "/pkmslogin.continue";

/** Offers a passkey after a sign-in by a code, before the person goes on. */
export const passkeyOfferPage = {
  texts: ["account:newPasskey", "account:passkeyAfterCode", "fields:passkeyName", "forms:summary"],
  load: newPasskeyPage.load,
  rules: (_request, { answer }) => (answer === "declined" ? {} : passkeyRules),
  async submit({ requestContext }, { answer, ...form }) {
    if (answer === "declined") {
      // The person goes on in any case; at worst the offer comes back.
      await sessionApi(requestContext, passkeyEndpoints).decline();
      return redirectDocument(continuePath, 303);
    }
    return (await addPasskey(requestContext, form)) ?? redirectDocument(continuePath, 303);
  },
} satisfies AccountPage;
