import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { redrawForm, refuse } from "../../form/form-error.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { consume } from "../../session/session-slice.server.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { proofRules } from "./proof.screen.tsx";

/** Asks for the password or a passkey before a change, then redirects to the page of the change. */
export const proofPage = {
  texts: ["account:proof", "fields:loginPassword", "fields:email.label", "link:wait"],
  async load({ requestContext, headers }) {
    const options = await sessionApi(requestContext, passkeyEndpoints).proofOptions();
    // The page works with the password alone.
    const passkeyOptions = options.kind === "ok" ? options.data : undefined;
    return { email: headers.get("iv-user") ?? "", passkeyOptions };
  },
  rules: (_request, { passkey }) => (passkey === undefined ? proofRules : {}),
  async submit({ requestContext }, values) {
    const { passkey, loginPassword: password = "" } = values;
    if (passkey !== undefined) return submitPasskey(requestContext, passkey);
    const result = await sessionApi(requestContext, credentialEndpoints).prove({ password });
    if (result.kind === "ok") return redirectAfterProof(requestContext);
    if (isRejected(result, accountErrors.wrongSecret))
      return redrawForm({ errors: { loginPassword: { key: "wrong" } }, values });
    return isRejected(result, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, result.retryAfterSeconds, values)
      : result;
  },
} satisfies AccountPage;

/** Sends the device's response to the API, which verifies it. */
async function submitPasskey(requestContext: PortalRequestContext, passkey: string) {
  const result = await sessionApi(requestContext, passkeyEndpoints).prove((parseJson(passkey) ?? {}) as never);
  if (result.kind === "ok") return redirectAfterProof(requestContext);
  if (isRejected(result, { status: 400 }) || isRejected(result, { status: 404 }))
    return refuse({ values: {}, alert: "passkeyRefused" });
  return result;
}

/** Redirects to the page that asked for the proof. */
function redirectAfterProof({ session }: PortalRequestContext): Response {
  const { next } = consume(session, "accountProof") ?? { next: "sign-in" };
  return redirect(accountPagePath(next), 303);
}
