import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationEndpoint } from "@vestibule/contract/v2/registration.endpoint.ts";
import type { ActionFunctionArgs } from "react-router";
import { readForm } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { keepPuzzleSolution } from "../../../form/puzzle.server.ts";
import { redirectWithCookieCheck } from "../../../request/cookie-check.server.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { expiredFormSlice } from "../session-slice.server.ts";
import { chooseErrorHandling, handleRefusedForm, redirectToCurrentPage, startPath } from "./error-routing.server.ts";
import {
  callRegistration,
  type RegistrationCallContext,
  type RegistrationInput,
  tokenClaims,
} from "./registration-call.server.ts";

/** Creates the action of a registration form. `withoutSession` answers a form whose session has expired. */
export function registrationAction<Result>(
  respond: (call: RegistrationCallContext, values: FormValues) => Promise<Result>,
  withoutSession: (requestContext: PortalRequestContext, values: FormValues) => Result | Response = restartExpiredForm,
) {
  return async ({ request, url, context }: ActionFunctionArgs) => {
    const requestContext = context.get(requestContextKey);
    const values = await readForm(request);
    keepPuzzleSolution(requestContext, values);
    return requestContext.session.has(registrationSlice)
      ? respond({ requestContext, url }, values)
      : withoutSession(requestContext, values);
  };
}

/** Redirects to the first page, which says that the session has expired. */
function restartExpiredForm(requestContext: PortalRequestContext): Response {
  requestContext.session.set(expiredFormSlice, true);
  return redirectWithCookieCheck(requestContext, startPath);
}

/**
 * Sends a form to the API and redirects to the new current page. After a refusal it renders the page again or
 * redirects; a refusal that has changed the current page redirects there.
 */
export async function sendForm<Name extends RegistrationEndpoint>(
  call: RegistrationCallContext,
  form: { name: Name; values: FormValues },
  ...input: RegistrationInput<Name>
) {
  const { requestContext, url } = call;
  const result = await callRegistration(call, form.name, ...input);
  if (result.kind === "ok") return redirectToCurrentPage(requestContext);
  const currentPage = tokenClaims(requestContext)?.page;
  const isOtherPage = currentPage !== undefined && flow[currentPage].path !== url.pathname;
  const handling = chooseErrorHandling(requestContext, result, form.values);
  if (handling.kind !== "stays" || !isOtherPage) return handleRefusedForm(requestContext, handling, form.values);
  const registration = requestContext.session.get(registrationSlice);
  if (registration && handling.code === "EMAIL_ALREADY_EXISTS") registration.flash = "emailTaken";
  if (registration && handling.isCodeJustSent) registration.flash = "codeTooSoon";
  return redirectToCurrentPage(requestContext);
}
