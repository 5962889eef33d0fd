import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { codeLimit } from "../../form/expiry.server.ts";
import { redrawForm } from "../../form/form-error.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { AccountPage } from "./account-page.ts";
import { accountPagePath } from "./account-path.table.ts";
import { addPolicyRules, policyCodeRules } from "./add-policy.rule.ts";

/** Asks for the facts of another policy of the person, and where to send the code. */
export const addPolicyPage = {
  texts: [
    "account:add-policy",
    "fields:policyNumber",
    "fields:lastName",
    "fields:postalCode",
    "fields:codeOption",
    "link:wait",
  ],
  load: () => ({}),
  rules: () => addPolicyRules,
  async submit({ requestContext }, values) {
    const { policyNumber = "", lastName = "", postalCode = "", codeOption } = values;
    const channel = codeOption === "SMS" ? "SMS" : "EMAIL";
    const typed = { policyNumber, lastName, postalCode, channel } as const;
    const result = await sessionApi(requestContext, policyAdditionEndpoints).request(typed);
    if (result.kind === "ok") {
      const { maskedRecipient: recipient } = result.data;
      requestContext.session.accountPolicy = { recipient, sentAt: requestContext.now.toISOString() };
      return redirect(accountPagePath("add-policy-code"), 303);
    }
    if (isRejected(result, accountErrors.invalidRequest))
      return redrawForm({ errors: { policyNumber: { key: "format" } }, values });
    if (isRejected(result, accountErrors.notFound)) return redrawForm({ errors: {}, alert: "policyNotFound", values });
    if (isRejected(result, accountErrors.limitReached)) return endAddition(requestContext, "notAdded");
    return isRejected(result, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, result.retryAfterSeconds, values)
      : result;
  },
} satisfies AccountPage;

/** Asks for the code that was sent to a contact on the policy. */
export const addPolicyCodePage = {
  texts: ["account:add-policy", "fields:securityCode", "link:wait", "registrationError:lastTry"],
  load({ requestContext }) {
    const { accountPolicy: addition } = requestContext.session;
    if (addition === undefined) return redirect(accountPagePath("add-policy"), 303);
    return { recipient: addition.recipient, limit: codeLimit(requestContext, addition) };
  },
  rules: () => policyCodeRules,
  async submit({ requestContext }, values) {
    const code = normaliseCode(values.securityCode ?? "");
    const result = await sessionApi(requestContext, policyAdditionEndpoints).confirm({ code });
    if (result.kind === "ok") return endAddition(requestContext, "added");
    if (isRejected(result, accountErrors.wrongSecret))
      return redrawForm({ errors: { securityCode: { key: "wrong" } }, values, triesLeft: result.error.triesLeft });
    // Too many wrong codes or another request have ended this one.
    if (isRejected(result, { status: 404 }) || isRejected(result, accountErrors.limitReached))
      return endAddition(requestContext, "notAdded");
    return isRejected(result, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, result.retryAfterSeconds, values)
      : result;
  },
} satisfies AccountPage;

function endAddition({ session }: PortalRequestContext, result: "added" | "notAdded"): Response {
  delete session.accountPolicy;
  session.policyFlash = result;
  return redirect(accountPagePath("policies"), 303);
}
