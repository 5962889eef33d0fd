import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { redirect } from "react-router";
import { drawRetryLater } from "../../api/account-api.server.ts";
import { redrawForm } from "../../form/form-answer.ts";
import { hasFieldFaults, validateForm } from "../../form/form-values.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { leaveAccount, sessionApi } from "./account-session.server.ts";
import { proofRules } from "./proof.screen.tsx";

/** Asks for the password before a change, then leads to where the person was. */
export const proofPage: AccountPage = {
  texts: ["account:proof", "fields:loginPassword", "fields:email.label", "link:wait"],
  load: ({ headers }) => ({ kind: "proof", email: headers.get("iv-user") ?? "" }),
  async submit({ requestContext }, values) {
    const faults = validateForm(values, proofRules);
    if (hasFieldFaults(faults)) return redrawForm({ faults, values });
    const { client, caller } = sessionApi(requestContext, credentialEndpoints);
    const reply = await client.prove(caller, { password: values.loginPassword ?? "" });
    if (reply.kind === "ok") return redirect(accountPagePath(nextPage(requestContext)), 303);
    if (reply.kind === "error" && reply.error.errorCode === accountErrors.wrongSecret.errorCode)
      return redrawForm({ faults: { loginPassword: { key: "wrong" } }, values });
    if (reply.kind === "error" && reply.status === 429)
      return drawRetryLater(requestContext, reply.retryAfterSeconds ?? 60, values);
    return leaveAccount(requestContext, reply);
  },
};

function nextPage({ session }: PortalRequestContext) {
  const next = session.accountProof?.next ?? "sign-in";
  delete session.accountProof;
  return next;
}
