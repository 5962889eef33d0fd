import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { policyNumberApi } from "../../../api/api-client.server.ts";
import { findErrorHandling } from "../../../api/error-handling.rule.ts";
import { readForm } from "../../../form/form-error.ts";
import { retryAt } from "../../../i18n/localize.server.ts";
import { handlerAt } from "../../../request/pathname.rule.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { clearLink, clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import { mailedLinkSlice, policyNumberRegistrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { actionPaths } from "../flow/flow-info.ts";
import { resendFlash } from "../verify/sending.server.ts";
import { handlePolicyNumberFailure } from "./error-routing.server.ts";
import { pageTimes, redirectToIdentification, restartExpiredForm, transitionTo } from "./page-guard.server.ts";
import { requestingPage } from "./question-page.server.ts";

const paths = actionPaths.policyNumberRegistration;

/** Goes back to the page that the flow table names. */
function back({ url, context }: ActionFunctionArgs): Response {
  const requestContext = context.get(requestContextKey);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  if (attempt === undefined) return restartExpiredForm(requestContext, url);
  const target = policyNumberFlow[attempt.page].back;
  switch (target.kind) {
    case "path":
      return redirect(target.path, 303);
    case "page":
      return transitionTo({ requestContext, attempt }, target.page);
    case "asking":
      return transitionTo({ requestContext, attempt }, requestingPage(attempt));
    case "start":
      requestContext.session.delete(policyNumberRegistrationSlice, mailedLinkSlice);
      return redirect(policyNumberFlow.IDENTIFICATION.path, 303);
  }
}

/** Removes the registration or link from the session. The link itself stays valid. */
function cancel({ context }: ActionFunctionArgs): Response {
  const { session } = context.get(requestContextKey);
  clearRegistration(session);
  clearLink(session);
  return redirect("/", 303);
}

/** Extends the registration. With a script the page and its typed values stay; without one it is reloaded. */
async function extend({ request, url, context }: ActionFunctionArgs): Promise<Response | null> {
  const requestContext = context.get(requestContextKey);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  if (attempt === undefined) return restartExpiredForm(requestContext, url);
  const { stays } = await readForm(request);
  const result = await policyNumberApi(requestContext).extend(attempt.id);
  if (result.kind === "ok") {
    Object.assign(attempt, { endsAt: result.data.endsAt, stepAt: requestContext.now.toISOString() });
  } else {
    const handling = findErrorHandling(result);
    // Any other failure may pass, so the page stays with its warning.
    if (handling.kind === "handledByPage") return handlePolicyNumberFailure(requestContext, handling);
  }
  return stays === "here" ? null : redirect(policyNumberFlow[attempt.page].path, 303);
}

/** Requests another code by the same method; the code page shows the result. */
async function resend({ url, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  if (attempt?.chosen === undefined) return restartExpiredForm(requestContext, url);
  const { chosen } = attempt;
  const result = await policyNumberApi(requestContext).validate(attempt.id, chosen.id);
  const handling = result.kind === "ok" ? undefined : findErrorHandling(result);
  if (handling !== undefined && handling.kind !== "wait") return handlePolicyNumberFailure(requestContext, handling);
  if (result.kind === "ok")
    Object.assign(attempt, {
      chosen: { ...chosen, ...pageTimes(result.data) },
      stepAt: requestContext.now.toISOString(),
    });
  attempt.flash = resendFlash(requestContext, result);
  return redirect(policyNumberFlow[attempt.page].path, 303);
}

/** Sends the link again to the typed e-mail; the page shows the result. */
async function sendLinkAgain({ url, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const mailedLink = requestContext.session.get(mailedLinkSlice);
  if (mailedLink === undefined) return restartExpiredForm(requestContext, url);
  const { registrationId, validationId } = mailedLink.answeredQuestion;
  const result = await policyNumberApi(requestContext).validate(registrationId, validationId);
  const handling = result.kind === "ok" ? undefined : findErrorHandling(result);
  if (handling !== undefined && handling.kind !== "wait") return handlePolicyNumberFailure(requestContext, handling);
  mailedLink.flash = handling === undefined ? "sentAgain" : { retryAt: retryAt(requestContext, handling.seconds) };
  return redirect(policyNumberFlow.EMAIL_SENT.path, 303);
}

const actions: Readonly<Record<string, (args: ActionFunctionArgs) => Response | Promise<Response | null>>> = {
  [paths.back]: back,
  [paths.cancel]: cancel,
  [paths.extend]: extend,
  [paths.resend]: resend,
  [paths.sendLinkAgain]: sendLinkAgain,
};

export const action = (args: ActionFunctionArgs) => handlerAt(args.url, actions)(args);

const redirectToCurrentPage = ({ url, context }: LoaderFunctionArgs): Response => {
  const requestContext = context.get(requestContextKey);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  return attempt === undefined
    ? redirectToIdentification(requestContext, url)
    : redirect(policyNumberFlow[attempt.page].path, 303);
};

/** Redirects a form target that is opened as a page to the page of its form. */
export const loader = (args: LoaderFunctionArgs) =>
  handlerAt(args.url, {
    [paths.back]: redirectToCurrentPage,
    [paths.cancel]: () => redirect("/", 303),
    [paths.extend]: redirectToCurrentPage,
    [paths.resend]: redirectToCurrentPage,
    [paths.sendLinkAgain]: () => redirect(policyNumberFlow.EMAIL_SENT.path, 303),
  })(args);
