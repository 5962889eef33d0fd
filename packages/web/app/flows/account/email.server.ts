import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { redrawForm } from "../../form/form-answer.ts";
import { hasFieldFaults, validateForm } from "../../form/form-values.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { handleAccountFailure } from "./account-session.server.ts";
import { endEmailChange, redirectToProof, requireFreshProof } from "./ask-proof.server.ts";
import { newEmailRules } from "./email.screen.tsx";

/** Asks for the new e-mail to sign in with. */
export const emailPage = {
  texts: ["account:email", "fields:email", "link:wait"],
  async load({ requestContext, headers }) {
    const refusal = await requireFreshProof(requestContext, "email");
    return refusal ?? { email: headers.get("iv-user") ?? "" };
  },
  async submit({ requestContext }, values) {
    const faults = validateForm(values, newEmailRules);
    if (hasFieldFaults(faults)) return redrawForm({ faults, values });
    const { email = "" } = values;
    const reply = await sessionApi(requestContext, emailChangeEndpoints).request({ email });
    if (reply.kind === "ok") {
      requestContext.session.accountEmail = { email, sentAt: requestContext.now.toISOString() };
      return redirect(accountPagePath("email-code"), 303);
    }
    if (reply.kind === "unavailable") return handleAccountFailure(requestContext, reply);
    if (reply.error.errorCode === accountErrors.proofRequired.errorCode)
      return redirectToProof(requestContext, "email");
    if (reply.error.errorCode === accountErrors.invalidRequest.errorCode)
      return redrawForm({ faults: { email: { key: "format" } }, values });
    if (reply.error.errorCode === accountErrors.limitReached.errorCode) return endEmailChange(requestContext);
    if (reply.status === 429) return drawRetryLater(requestContext, reply.retryAfterSeconds ?? 60, values);
    return handleAccountFailure(requestContext, reply);
  },
} satisfies AccountPage;
