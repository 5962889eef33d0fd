import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { findErrorHandling } from "../../../api/error-handling.rule.ts";
import { readForm, refuseFieldErrors } from "../../../form/form-error.ts";
import { keepPuzzleSolution } from "../../../form/puzzle.server.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { readRememberedEmail } from "../../../request/remembered-email.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { loginEmailSlice } from "../../../shared-slices/login-slices.server.ts";
import { recoverySlice } from "../../../shared-slices/recovery-slices.server.ts";
import { handleResetFailure } from "../parts/recovery-call.server.ts";
import type { Route } from "./+types/forgot.route";
import { type ForgotData, ForgotScreen, forgotRules } from "./forgot.screen.tsx";
import { startRecovery } from "./start-recovery.server.ts";

export async function loader({ context }: LoaderFunctionArgs): Promise<ForgotData & { texts: string }> {
  const requestContext = context.get(requestContextKey);
  const recovery = requestContext.session.get(recoverySlice);
  const loginEmail = requestContext.session.get(loginEmailSlice);
  const hasEnded = recovery?.flash === "ended";
  if (hasEnded) requestContext.session.delete(recoverySlice);
  return {
    email: loginEmail ?? (await readRememberedEmail(requestContext)),
    hasEnded,
    texts: textsFor(requestContext, ["recovery", "fields"]),
  };
}

/** Redirects to the same page for every e-mail, known or unknown. */
export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const values = await readForm(request);
  const refusal = refuseFieldErrors(values, forgotRules);
  if (refusal !== undefined) return refusal;
  keepPuzzleSolution(requestContext, values);
  const result = await startRecovery(requestContext, values.email ?? "");
  return result.kind === "ok"
    ? redirect(pathAfter("FORGOT", "codeRequested"), 303)
    : handleResetFailure(requestContext, findErrorHandling(result), { page: "FORGOT", values });
}

export default function ForgotRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ForgotScreen data={loaderData} refusal={actionData} />;
}
