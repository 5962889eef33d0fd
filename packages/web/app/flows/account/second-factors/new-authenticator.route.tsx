import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { secondFactorEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
import { redirect } from "react-router";
import { sessionApi } from "../../../api/api-client.server.ts";
import { isRejected } from "../../../api/error-handling.rule.ts";
import { newAuthenticatorRules } from "../../../form/authenticator.rule.ts";
import {
  newAuthenticatorTexts,
  refuseFirstCode,
  viewAuthenticatorKey,
} from "../../../form/authenticator-key.server.ts";
import { readForm, refuse, refuseFieldErrors } from "../../../form/form-error.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { accountPagePath } from "../account-path.table.ts";
import { dataOrRedirect, handleFailedForm } from "../account-session.server.ts";
import { authenticatorChangedSlice } from "../session-slice.server.ts";
import type { Route } from "./+types/new-authenticator.route";
import { NewAuthenticatorScreen } from "./new-authenticator.screen.tsx";

/** Loads the key of a new authenticator app. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const requestContext = context.get(requestContextKey);
  const texts = textsFor(requestContext, newAuthenticatorTexts);
  const result = await sessionApi(requestContext, secondFactorEndpoints).setUp();
  if (isRejected(result, accountErrors.tooManyMethods)) return { setup: undefined, texts };
  const setup = dataOrRedirect(requestContext, result, "new-authenticator");
  return { setup: viewAuthenticatorKey(setup, request.headers.get("iv-user") ?? ""), texts };
}

/** Adds the app if it shows the right first code. */
export async function action({ request, context }: Route.ActionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal = refuseFieldErrors(values, newAuthenticatorRules);
  if (refusal !== undefined) return refusal;
  const { authenticatorName: name = "", securityCode: code = "" } = values;
  const api = sessionApi(requestContext, secondFactorEndpoints);
  const result = await api.add({ name, code });
  if (result.kind === "ok") {
    requestContext.session.set(authenticatorChangedSlice, "added");
    return redirect(accountPagePath("second-factors"), 303);
  }
  if (isRejected(result, accountErrors.wrongSecret)) return refuseFirstCode(result, values);
  if (isRejected(result, accountErrors.tooManyMethods)) return refuse({ values, alert: "tooMany" });
  if (isRejected(result, { status: 404 })) return refuse({ values, alert: "expired" });
  return handleFailedForm(requestContext, result, { page: "new-authenticator", values });
}

export default function NewAuthenticatorRoute({ loaderData }: Route.ComponentProps) {
  return <NewAuthenticatorScreen {...loaderData} />;
}
