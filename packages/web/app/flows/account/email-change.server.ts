import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/response-outcome.rule.ts";
import { codeLimit } from "../../form/expiry.server.ts";
import { redrawForm } from "../../form/form-answer.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { redirectToProof } from "./account-session.server.ts";
import { emailCodeRules, newEmailRules } from "./email-change.screen.tsx";

/** Asks for the new e-mail to sign in with, after a fresh proof. */
export const emailPage = {
  texts: ["account:email", "fields:email", "link:wait"],
  async load({ requestContext, headers }) {
    const reply = await sessionApi(requestContext, credentialEndpoints).session();
    if (reply.kind !== "ok") return reply;
    return reply.data.isProven ? { email: headers.get("iv-user") ?? "" } : redirectToProof(requestContext, "email");
  },
  rules: () => newEmailRules,
  async submit({ requestContext }, values) {
    const { email = "" } = values;
    const reply = await sessionApi(requestContext, emailChangeEndpoints).request({ email });
    if (reply.kind === "ok") {
      requestContext.session.accountEmail = { email, sentAt: requestContext.now.toISOString() };
      return redirect(accountPagePath("email-code"), 303);
    }
    if (isRejected(reply, accountErrors.invalidRequest))
      return redrawForm({ faults: { email: { key: "email" } }, values });
    if (isRejected(reply, accountErrors.limitReached)) return endEmailChange(requestContext, "emailNotChanged");
    return isRejected(reply, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, reply.retryAfterSeconds, values)
      : reply;
  },
} satisfies AccountPage;

/** Asks for the code that was sent to the new e-mail. */
export const emailCodePage = {
  texts: ["account:email", "fields:securityCode", "link:wait", "registrationError:lastTry"],
  load({ requestContext }) {
    const { accountEmail: change } = requestContext.session;
    if (change === undefined) return redirect(accountPagePath("email"), 303);
    return { email: change.email, limit: codeLimit(requestContext, change) };
  },
  rules: () => emailCodeRules,
  async submit({ requestContext }, values) {
    const reply = await sessionApi(requestContext, emailChangeEndpoints).confirm({
      code: normaliseCode(values.securityCode ?? ""),
    });
    if (reply.kind === "ok") return endEmailChange(requestContext, "emailChanged");
    if (isRejected(reply, accountErrors.wrongSecret))
      return redrawForm({ faults: { securityCode: { key: "wrong" } }, values, triesLeft: reply.error.triesLeft });
    // Too many wrong codes or another request have ended this change.
    if (isRejected(reply, { status: 404 }) || isRejected(reply, accountErrors.limitReached))
      return endEmailChange(requestContext, "emailNotChanged");
    return isRejected(reply, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, reply.retryAfterSeconds, values)
      : reply;
  },
} satisfies AccountPage;

function endEmailChange({ session }: PortalRequestContext, result: "emailChanged" | "emailNotChanged"): Response {
  delete session.accountEmail;
  session.accountFlash = result;
  return redirect(accountPagePath("sign-in"), 303);
}
