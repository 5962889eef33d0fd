import { flow } from "@vestibule/catalogue/flow.table.ts";
import { findAccountPath, recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { safeQuery } from "../../request/entry-query.rule.ts";
import { isPrefetch } from "../../request/is-navigation-away.rule.ts";
import { handlerAt } from "../../request/pathname.rule.ts";
import { requestContextKey } from "../../request/request-context.ts";
import { clearRegistration } from "../../roadblock/clear-flow.rule.ts";
import { registrationStart } from "../../roadblock/registration-start.rule.ts";
import { registrationSlice } from "../../shared-slices/registration-slices.server.ts";
import {
  chooseErrorHandling,
  redirectByHandling,
  redirectToCurrentPage,
  startPath,
} from "./flow/error-routing.server.ts";
import { actionPaths } from "./flow/flow-info.ts";
import { registrationAction, sendForm } from "./flow/registration-action.server.ts";
import { callRegistration, tokenClaims } from "./flow/registration-call.server.ts";
import { startFinding } from "./flow/start-finding.server.ts";
import { resendFlash } from "./verify/sending.server.ts";

const start = ({ request, context, url }: Pick<LoaderFunctionArgs, "request" | "context" | "url">): Response => {
  const { brand, session } = context.get(requestContextKey);
  if (!isPrefetch(request)) clearRegistration(session);
  return redirect(`${brand.features.registration ? startPath : registrationStart(brand)}${safeQuery(url)}`, 303);
};

/** Starts a registration by policy number, which finds the person's existing account. */
const findAccount = ({ context, url }: Pick<LoaderFunctionArgs, "context" | "url">): Promise<Response> => {
  const requestContext = context.get(requestContextKey);
  const flow = requestContext.brand.features.registration ? "registration" : "policyNumberRegistration";
  return startFinding({ requestContext, url }, { flow });
};

/** Goes back. If that leaves the flow, the session stays as it is. */
const back = registrationAction(async (call, values) => {
  const page = tokenClaims(call.requestContext)?.page;
  const target = page === undefined ? undefined : flow[page].back;
  if (target?.kind === "path") return redirect(target.path, 303);
  return sendForm(call, { name: "back", values });
});

/** Ends the session in this browser, whatever the API replies. */
const cancel = registrationAction(
  async (call) => {
    await callRegistration(call, "cancel");
    call.requestContext.session.delete(registrationSlice);
    return redirect("/", 303);
  },
  () => redirect("/", 303),
);

/** Requests a new code; the code page shows the result. */
const resend = registrationAction(async (call) => {
  const { requestContext } = call;
  const result = await callRegistration(call, "resend");
  if (result.kind !== "ok") {
    const handling = chooseErrorHandling(requestContext, result);
    if (handling.kind !== "stays") return redirectByHandling(requestContext, handling);
  }
  const registration = requestContext.session.get(registrationSlice);
  if (registration !== undefined) registration.flash = resendFlash(requestContext, result);
  return redirectToCurrentPage(requestContext);
});

const actions: Readonly<Record<string, (args: ActionFunctionArgs) => unknown>> = {
  [actionPaths.registration.startOver]: start,
  [findAccountPath]: findAccount,
  [actionPaths.registration.back]: back,
  [actionPaths.registration.cancel]: cancel,
  [actionPaths.registration.resend]: resend,
};

export const action = (args: ActionFunctionArgs) => handlerAt(args.url, actions)(args);

export function loader(args: LoaderFunctionArgs): Response | Promise<Response> {
  const { pathname } = args.url;
  if (pathname.startsWith(findAccountPath))
    return isPrefetch(args.request) ? redirect(recoveryFlow.FORGOT.path, 303) : findAccount(args);
  return pathname.startsWith(actionPaths.registration.startOver)
    ? start(args)
    : redirectToCurrentPage(args.context.get(requestContextKey));
}
