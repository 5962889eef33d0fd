import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { codeLimit } from "../../form/expiry.server.ts";
import { redrawForm } from "../../form/form-answer.ts";
import { hasFieldFaults, validateForm } from "../../form/form-values.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { handleAccountFailure } from "./account-session.server.ts";
import { endEmailChange } from "./ask-proof.server.ts";
import { emailCodeRules } from "./email-code.screen.tsx";

/** Asks for the code that was sent to the new e-mail. */
export const emailCodePage = {
  texts: ["account:email", "fields:securityCode", "link:wait", "registrationError:lastTry"],
  load({ requestContext }) {
    const { accountEmail: change } = requestContext.session;
    if (change === undefined) return redirect(accountPagePath("email"), 303);
    return { email: change.email, limit: codeLimit(requestContext, change) };
  },
  async submit({ requestContext }, values) {
    const { session } = requestContext;
    const faults = validateForm(values, emailCodeRules);
    if (hasFieldFaults(faults)) return redrawForm({ faults, values });
    const reply = await sessionApi(requestContext, emailChangeEndpoints).confirm({
      code: normaliseCode(values.securityCode ?? ""),
    });
    if (reply.kind === "ok") {
      delete session.accountEmail;
      session.accountFlash = "emailChanged";
      return redirect(accountPagePath("sign-in"), 303);
    }
    if (reply.kind === "unavailable") return handleAccountFailure(requestContext, reply);
    if (reply.error.errorCode === accountErrors.wrongSecret.errorCode)
      return redrawForm({
        faults: { securityCode: { key: "wrong" } },
        values,
        triesLeft: reply.error.triesLeft,
      });
    if (reply.status === 429) return drawRetryLater(requestContext, reply.retryAfterSeconds ?? 60, values);
    // Too many wrong codes or another request have ended this change.
    if (reply.status !== 404 && reply.error.errorCode !== accountErrors.limitReached.errorCode)
      return handleAccountFailure(requestContext, reply);
    return endEmailChange(requestContext);
  },
} satisfies AccountPage;
