import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { recoveryApi } from "../../api/api-client.server.ts";
import { findErrorHandling } from "../../api/error-handling.rule.ts";
import { readForm } from "../../form/form-error.ts";
import { handlerAt } from "../../request/pathname.rule.ts";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { recoverySlice } from "../../shared-slices/recovery-slices.server.ts";
import { requestNewCode, resendSchedule, resendTimeAfter, sendNewCode } from "./forgot/start-recovery.server.ts";
import { handleResetFailure } from "./parts/recovery-call.server.ts";
import { extendPath, resetPath, sendAgainPath, verifyPath } from "./parts/recovery-path.table.ts";
import { endReset, resetAuthorization } from "./reset/reset-authorization.server.ts";

/** Requests another code; the code page shows the result. */
async function sendAgain({ context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const recovery = requestContext.session.get(recoverySlice);
  if (recovery?.how !== "forgot" || recovery.email === "") return requestNewCode(requestContext);
  if (recovery.resendAvailableAt !== undefined && Date.parse(recovery.resendAvailableAt) > requestContext.now.getTime())
    return redirectToCodePage(requestContext, "tooSoon");

  const result = await recoveryApi(requestContext).sendAgain(recovery.id, {
    mediumType: "EMAIL",
    notificationType: "RESET_PSW",
  });
  if (result.kind === "ok") {
    Object.assign(recovery, resendSchedule(requestContext));
    return redirectToCodePage(requestContext, "sentAgain");
  }
  const handling = findErrorHandling(result, { call: "resetNotification" });
  if (handling.kind === "wait") {
    recovery.resendAvailableAt = resendTimeAfter(requestContext, handling.seconds);
    return redirectToCodePage(requestContext, "wait");
  }
  if (handling.kind !== "handledByPage")
    return handleResetFailure(requestContext, handling, { page: "VERIFY", values: {} });
  // The API no longer has the reset, so another one is started for the same e-mail.
  return sendNewCode(requestContext, recovery.email);
}

function redirectToCodePage({ session }: PortalRequestContext, flash: "sentAgain" | "tooSoon" | "wait"): Response {
  const recovery = session.get(recoverySlice);
  if (recovery !== undefined) recovery.flash = flash;
  return redirect(verifyPath, 303);
}

/** Extends the reset. With a script the page and its typed values stay; without one it is reloaded. */
async function extend({ request, context }: ActionFunctionArgs): Promise<Response | null> {
  const requestContext = context.get(requestContextKey);
  const authorization = resetAuthorization(requestContext.session);
  const proof = requestContext.session.get(recoverySlice)?.proof;
  if (authorization === undefined || authorization.kind === "link" || proof === undefined)
    return redirect(resetPath, 303);
  const { stays } = await readForm(request);
  const result = await recoveryApi(requestContext).extend(authorization.id, { token: authorization.token });
  if (result.kind === "ok") Object.assign(proof, { endsAt: result.data.idleEndsAt, latestEndsAt: result.data.endsAt });
  // Any other failure may pass, so the page stays with its warning.
  else if (findErrorHandling(result).kind === "handledByPage") return endReset(requestContext, authorization);
  return stays === "here" ? null : redirect(resetPath, 303);
}

const actions: Readonly<Record<string, (args: ActionFunctionArgs) => unknown>> = {
  [sendAgainPath]: sendAgain,
  [extendPath]: extend,
};

export const action = (args: ActionFunctionArgs) => handlerAt(args.url, actions)(args);

const pages = { [sendAgainPath]: verifyPath, [extendPath]: resetPath };

/** Redirects a form target that is opened as a page to the page of its form. */
export const loader = ({ url }: LoaderFunctionArgs): Response => redirect(handlerAt(url, pages), 303);
