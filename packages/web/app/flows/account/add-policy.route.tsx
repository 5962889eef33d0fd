import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../form/form-error.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/add-policy.route";
import { accountPagePath } from "./account-path.table.ts";
import { handleFailedForm } from "./account-session.server.ts";
import { addPolicyRules } from "./add-policy.rule.ts";
import { AddPolicyScreen } from "./add-policy.screen.tsx";
import { redirectAfterAddition } from "./add-policy.server.ts";
import { accountPolicySlice } from "./session-slice.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  return {
    texts: textsFor(context.get(requestContextKey), [
      "account:add-policy",
      "fields:policyNumber",
      "fields:lastName",
      "fields:postalCode",
      "fields:codeOption",
      "link:wait",
    ]),
  };
}

/** Requests a code at a contact on the policy. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal = refuseFieldErrors(values, addPolicyRules);
  if (refusal !== undefined) return refusal;
  const { policyNumber = "", lastName = "", postalCode = "", codeOption } = values;
  const channel = codeOption === "SMS" ? "SMS" : "EMAIL";
  const typed = { policyNumber, lastName, postalCode, channel } as const;
  const result = await sessionApi(requestContext, policyAdditionEndpoints).request(typed);
  if (result.kind === "ok") {
    const { maskedRecipient: recipient } = result.data;
    requestContext.session.set(accountPolicySlice, { recipient, sentAt: requestContext.now.toISOString() });
    return redirect(accountPagePath("add-policy-code"), 303);
  }
  if (isRejected(result, accountErrors.invalidRequest))
    return redrawForm({ errors: { policyNumber: { key: "format" } }, values });
  if (isRejected(result, accountErrors.notFound)) return redrawForm({ errors: {}, alert: "policyNotFound", values });
  if (isRejected(result, accountErrors.limitReached)) return redirectAfterAddition(requestContext, "notAdded");
  return handleFailedForm(requestContext, result, { page: "add-policy", values });
}

export default function AddPolicyRoute() {
  return <AddPolicyScreen />;
}
