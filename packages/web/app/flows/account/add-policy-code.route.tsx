import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { policyAdditionEndpoints } from "@vestibule/contract/account/policy-addition.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { codeLimit } from "../../form/expiry.server.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../form/form-error.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/add-policy-code.route";
import { accountPagePath } from "./account-path.table.ts";
import { handleFailedForm } from "./account-session.server.ts";
import { policyCodeRules } from "./add-policy.rule.ts";
import { AddPolicyCodeScreen } from "./add-policy.screen.tsx";
import { redirectAfterAddition } from "./add-policy.server.ts";
import { accountPolicySlice } from "./session-slice.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const addition = requestContext.session.get(accountPolicySlice);
  if (addition === undefined) throw redirect(accountPagePath("add-policy"), 303);
  return {
    recipient: addition.recipient,
    limit: codeLimit(requestContext, addition),
    texts: textsFor(requestContext, [
      "account:add-policy",
      "fields:securityCode",
      "link:wait",
      "registrationError:lastTry",
    ]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal = refuseFieldErrors(values, policyCodeRules);
  if (refusal !== undefined) return refusal;
  const { securityCode: code = "" } = values;
  const result = await sessionApi(requestContext, policyAdditionEndpoints).confirm({ code });
  if (result.kind === "ok") return redirectAfterAddition(requestContext, "added");
  if (isRejected(result, accountErrors.wrongSecret))
    return redrawForm({ errors: { securityCode: { key: "wrong" } }, values, triesLeft: result.error.triesLeft });
  // Too many wrong codes or another request have ended this one.
  if (isRejected(result, { status: 404 }) || isRejected(result, accountErrors.limitReached))
    return redirectAfterAddition(requestContext, "notAdded");
  return handleFailedForm(requestContext, result, { page: "add-policy-code", values });
}

export default function AddPolicyCodeRoute({ loaderData }: Route.ComponentProps) {
  return <AddPolicyCodeScreen {...loaderData} />;
}
