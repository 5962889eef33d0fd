import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { emailChangeEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { codeLimit } from "../../form/expiry.server.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../form/form-error.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/email-code.route";
import { accountPagePath } from "./account-path.table.ts";
import { handleFailedForm } from "./account-session.server.ts";
import { EmailCodeScreen, emailCodeRules } from "./email-change.screen.tsx";
import { redirectAfterEmailChange } from "./email-change.server.ts";
import { accountEmailSlice } from "./session-slice.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const change = requestContext.session.get(accountEmailSlice);
  if (change === undefined) throw redirect(accountPagePath("email"), 303);
  return {
    email: change.email,
    limit: codeLimit(requestContext, change),
    texts: textsFor(requestContext, ["account:email", "fields:securityCode", "link:wait", "registrationError:lastTry"]),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal = refuseFieldErrors(values, emailCodeRules);
  if (refusal !== undefined) return refusal;
  const { securityCode: code = "" } = values;
  const result = await sessionApi(requestContext, emailChangeEndpoints).confirm({ code });
  if (result.kind === "ok") return redirectAfterEmailChange(requestContext, "emailChanged");
  if (isRejected(result, accountErrors.wrongSecret))
    return redrawForm({ errors: { securityCode: { key: "wrong" } }, values, triesLeft: result.error.triesLeft });
  // Too many wrong codes or another request have ended this change.
  if (isRejected(result, { status: 404 }) || isRejected(result, accountErrors.limitReached))
    return redirectAfterEmailChange(requestContext, "emailNotChanged");
  return handleFailedForm(requestContext, result, { page: "email-code", values });
}

export default function EmailCodeRoute({ loaderData }: Route.ComponentProps) {
  return <EmailCodeScreen {...loaderData} />;
}
