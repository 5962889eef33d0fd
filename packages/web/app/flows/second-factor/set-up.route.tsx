import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { secondFactorPath } from "@vestibule/catalogue/second-factor.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "react-router";
import { drawRetryLater, handleApiFailure } from "../../api/api-failure.server.ts";
import { findErrorHandling, isRejected } from "../../api/error-handling.rule.ts";
import { newAuthenticatorRules } from "../../form/authenticator.rule.ts";
import {
  accountOfKey,
  newAuthenticatorTexts,
  refuseFirstCode,
  viewAuthenticatorKey,
} from "../../form/authenticator-key.server.ts";
import { readForm, refuseFieldErrors } from "../../form/form-error.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import { requestContextKey } from "../../request/request-context.ts";
import type { Route } from "./+types/set-up.route";
import { readWaiting, secondFactorApi } from "./second-factor-call.server.ts";
import { provenPath } from "./second-factor-path.table.ts";
import { secondFactorSlice } from "./session-slice.server.ts";
import { SetUpScreen } from "./set-up.screen.tsx";

/** Loads the key of the app that is set up in place of a waived second proof. */
export async function loader({ context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const { waivedUntil } = await readWaiting(requestContext);
  if (waivedUntil === undefined) throw redirect(secondFactorPath, 303);
  const result = await secondFactorApi(requestContext).setUp();
  // It was stopped since the page was opened, or the account has as many apps as it may; the page before has the other methods.
  if (isRejected(result, { status: 404 }) || isRejected(result, accountErrors.tooManyMethods))
    throw redirect(secondFactorPath, 303);
  if (result.kind !== "ok") throw handleApiFailure(requestContext, findErrorHandling(result));
  const texts = textsFor(requestContext, [...newAuthenticatorTexts, "twoFactor:setUp"]);
  return { setup: viewAuthenticatorKey(result.data, accountOfKey(result.data)), texts };
}

/** Adds the app if it shows the right first code; the gateway then opens the session. */
export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal = refuseFieldErrors(values, newAuthenticatorRules);
  if (refusal !== undefined) return refusal;
  const { authenticatorName: name = "", securityCode: code = "" } = values;
  const result = await secondFactorApi(requestContext).add({ name, code });
  if (result.kind === "ok") {
    requestContext.session.delete(secondFactorSlice);
    return redirectDocument(provenPath, 303);
  }
  if (isRejected(result, accountErrors.wrongSecret)) return refuseFirstCode(result, values);
  if (isRejected(result, accountErrors.tooManyRequests))
    return drawRetryLater(requestContext, result.retryAfterSeconds, values);
  if (isRejected(result, { status: 404 }) || isRejected(result, accountErrors.tooManyMethods))
    return redirect(secondFactorPath, 303);
  return handleApiFailure(requestContext, findErrorHandling(result));
}

export default function SetUpRoute({ loaderData }: Route.ComponentProps) {
  return <SetUpScreen {...loaderData} />;
}
