import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { redirect } from "react-router";
import { drawRetryLater, sessionApi } from "../../api/account-api.server.ts";
import { isRejected } from "../../api/response-outcome.rule.ts";
import { codeLimit } from "../../form/expiry.server.ts";
import { redrawForm } from "../../form/form-answer.ts";
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
    const reply = await sessionApi(requestContext, policyAdditionEndpoints).request(typed);
    if (reply.kind === "ok") {
      const { maskedRecipient: recipient } = reply.data;
      requestContext.session.accountPolicy = { recipient, sentAt: requestContext.now.toISOString() };
      return redirect(accountPagePath("add-policy-code"), 303);
    }
    if (isRejected(reply, accountErrors.invalidRequest))
      return redrawForm({ faults: { policyNumber: { key: "format" } }, values });
    if (isRejected(reply, accountErrors.notFound)) return redrawForm({ faults: {}, alert: "policyNotFound", values });
    if (isRejected(reply, accountErrors.limitReached)) return endAddition(requestContext, "notAdded");
    return isRejected(reply, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, reply.retryAfterSeconds, values)
      : reply;
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
    const reply = await sessionApi(requestContext, policyAdditionEndpoints).confirm({ code });
    if (reply.kind === "ok") return endAddition(requestContext, "added");
    if (isRejected(reply, accountErrors.wrongSecret))
      return redrawForm({ faults: { securityCode: { key: "wrong" } }, values, triesLeft: reply.error.triesLeft });
    // Too many wrong codes or another request have ended this one.
    if (isRejected(reply, { status: 404 }) || isRejected(reply, accountErrors.limitReached))
      return endAddition(requestContext, "notAdded");
    return isRejected(reply, accountErrors.tooManyRequests)
      ? drawRetryLater(requestContext, reply.retryAfterSeconds, values)
      : reply;
  },
} satisfies AccountPage;

function endAddition({ session }: PortalRequestContext, result: "added" | "notAdded"): Response {
  delete session.accountPolicy;
  session.policyFlash = result;
  return redirect(accountPagePath("policies"), 303);
}
