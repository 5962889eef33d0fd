import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../form/form-error.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/email.route";
import { accountPagePath } from "./account-path.table.ts";
import { dataOrRedirect, handleFailedForm, redirectToProof } from "./account-session.server.ts";
import { EmailScreen, newEmailRules } from "./email-change.screen.tsx";
import { redirectAfterEmailChange } from "./email-change.server.ts";
import { accountEmailSlice } from "./session-slice.server.ts";

/** Asks for the new e-mail to sign in with, after a fresh proof. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const result = await sessionApi(requestContext, credentialEndpoints).session();
  if (!dataOrRedirect(requestContext, result, "email").isProven) throw redirectToProof(requestContext, "email");
  return {
    email: request.headers.get("iv-user") ?? "",
    texts: textsFor(requestContext, ["account:email", "fields:email", "link:wait"]),
  };
}

/** Sends a code to the new e-mail. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal = refuseFieldErrors(values, newEmailRules);
  if (refusal !== undefined) return refusal;
  const { email = "" } = values;
  const result = await sessionApi(requestContext, emailChangeEndpoints).request({ email });
  if (result.kind === "ok") {
    requestContext.session.set(accountEmailSlice, { email, sentAt: requestContext.now.toISOString() });
    return redirect(accountPagePath("email-code"), 303);
  }
  if (isRejected(result, accountErrors.invalidRequest))
    return redrawForm({ errors: { email: { key: "email" } }, values });
  if (isRejected(result, accountErrors.limitReached))
    return redirectAfterEmailChange(requestContext, "emailNotChanged");
  return handleFailedForm(requestContext, result, { page: "email", values });
}

export default function EmailRoute({ loaderData }: Route.ComponentProps) {
  return <EmailScreen {...loaderData} />;
}
