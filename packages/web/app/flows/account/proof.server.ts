import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { passkeyEndpoints } from "@vestibule/contract/account/passkey.endpoint.ts";
import { parseJson } from "@vestibule/contract/api.client.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { redrawForm, refuse } from "../../form/form-answer.ts";
import { hasFieldFaults, validateForm } from "../../form/form-values.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { handleAccountFailure } from "./account-session.server.ts";
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
  async submit({ requestContext }, values) {
    if (values.passkey !== undefined) return submitPasskey(requestContext, values.passkey);
    const faults = validateForm(values, proofRules);
    if (hasFieldFaults(faults)) return redrawForm({ faults, values });
    const reply = await sessionApi(requestContext, credentialEndpoints).prove({ password: values.loginPassword ?? "" });
    if (reply.kind === "ok") return redirectAfterProof(requestContext);
    if (reply.kind === "error" && reply.error.errorCode === accountErrors.wrongSecret.errorCode)
      return redrawForm({ faults: { loginPassword: { key: "wrong" } }, values });
    if (reply.kind === "error" && reply.status === 429)
      return drawRetryLater(requestContext, reply.retryAfterSeconds ?? 60, values);
    return handleAccountFailure(requestContext, reply);
  },
} satisfies AccountPage;

/** Sends the device's response to the API, which verifies it. */
async function submitPasskey(requestContext: PortalRequestContext, passkey: string) {
  const reply = await sessionApi(requestContext, passkeyEndpoints).prove((parseJson(passkey) ?? {}) as never);
  if (reply.kind === "ok") return redirectAfterProof(requestContext);
  if (reply.kind === "error" && (reply.status === 400 || reply.status === 404))
    return refuse({ values: {}, alert: "passkeyRefused" });
  return handleAccountFailure(requestContext, reply);
}

/** Redirects to the page that asked for the proof. */
function redirectAfterProof({ session }: PortalRequestContext): Response {
  const next = session.accountProof?.next ?? "sign-in";
  delete session.accountProof;
  return redirect(accountPagePath(next), 303);
}
