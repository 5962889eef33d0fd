import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { codeLimit } from "../../form/expiry.server.ts";
import { redrawForm } from "../../form/form-error.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { redirectToProof } from "./account-session.server.ts";
import { emailCodeRules, newEmailRules } from "./email-change.screen.tsx";

/** Asks for the new e-mail to sign in with, after a fresh proof. */
export const emailPage = {
  texts: ["account:email", "fields:email", "link:wait"],
  async load({ requestContext, headers }) {
    const result = await sessionApi(requestContext, credentialEndpoints).session();
    if (result.kind !== "ok") return result;
    return result.data.isProven ? { email: headers.get("iv-user") ?? "" } : redirectToProof(requestContext, "email");
  },
  rules: () => newEmailRules,
  async submit({ requestContext }, values) {
    const { email = "" } = values;
    const result = await sessionApi(requestContext, emailChangeEndpoints).request({ email });
    if (result.kind === "ok") {
      requestContext.session.accountEmail = { email, sentAt: requestContext.now.toISOString() };
      return redirect(accountPagePath("email-code"), 303);
    }
    if (isRejected(result, accountErrors.invalidRequest))
      return redrawForm({ errors: { email: { key: "email" } }, values });
    if (isRejected(result, accountErrors.limitReached)) return endEmailChange(requestContext, "emailNotChanged");
    return isRejected(result, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, result.retryAfterSeconds, values)
      : result;
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
    const result = await sessionApi(requestContext, emailChangeEndpoints).confirm({
      code: normaliseCode(values.securityCode ?? ""),
    });
    if (result.kind === "ok") return endEmailChange(requestContext, "emailChanged");
    if (isRejected(result, accountErrors.wrongSecret))
      return redrawForm({ errors: { securityCode: { key: "wrong" } }, values, triesLeft: result.error.triesLeft });
    // Too many wrong codes or another request have ended this change.
    if (isRejected(result, { status: 404 }) || isRejected(result, accountErrors.limitReached))
      return endEmailChange(requestContext, "emailNotChanged");
    return isRejected(result, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, result.retryAfterSeconds, values)
      : result;
  },
} satisfies AccountPage;

function endEmailChange({ session }: PortalRequestContext, result: "emailChanged" | "emailNotChanged"): Response {
  delete session.accountEmail;
  session.accountFlash = result;
  return redirect(accountPagePath("sign-in"), 303);
}
