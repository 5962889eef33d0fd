import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { credentialEndpoints } from "@vestibule/contract/account/credentials.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../api/api-client.server.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import { refusedFields } from "../../api/refused-password.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../form/form-error.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/password.route";
import { accountPagePath } from "./account-path.table.ts";
import { handleFailedForm } from "./account-session.server.ts";
import { changedPasswordRules, PasswordScreen } from "./password.screen.tsx";
import { accountFlashSlice } from "./session-slice.server.ts";

export function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const texts = textsFor(requestContext, ["account:password", "fields", "link:wait"]);
  return { ...passwordFacts(requestContext, request), texts };
}

/** Changes the password. The current password is the proof. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const facts = passwordFacts(requestContext, request);
  const refusal = refuseFieldErrors(values, changedPasswordRules(facts));
  if (refusal !== undefined) return refusal;
  const { loginPassword = "", password = "" } = values;
  const result = await sessionApi(requestContext, credentialEndpoints).changePassword({
    currentPassword: loginPassword,
    password,
  });
  if (result.kind === "ok") {
    requestContext.cookies.replaceGatewaySession(result.data.session);
    requestContext.session.set(accountFlashSlice, "passwordChanged");
    return redirect(accountPagePath("sign-in"), 303);
  }
  if (isRejected(result, accountErrors.wrongSecret))
    return redrawForm({ errors: { loginPassword: { key: "wrong" } }, values });
  const errors = result.kind === "error" ? refusedFields(result.error, { ...facts, password, fact: null }) : undefined;
  return errors === undefined
    ? handleFailedForm(requestContext, result, { page: "password", values })
    : redrawForm({ errors, values });
}

function passwordFacts({ brand }: PortalRequestContext, { headers }: Request) {
  return { email: headers.get("iv-user") ?? "", policy: brand.passwordPolicy };
}

export default function AccountPasswordRoute({ loaderData }: Route.ComponentProps) {
  return <PasswordScreen {...loaderData} />;
}
