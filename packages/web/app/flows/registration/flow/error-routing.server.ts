import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { responseWithoutRow } from "@vestibule/catalogue/response.table.ts";
import type { RegistrationCallResult } from "@vestibule/contract/v2/registration.endpoint.ts";
import { redirect } from "react-router";
import { handleApiFailure } from "../../../api/api-failure.server.ts";
import { redrawForm } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { retryAt } from "../../../i18n/localize.server.ts";
import { safeQuery } from "../../../request/entry-query.rule.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import { referenceIfAvailable } from "../../../roadblock/roadblock-reference.server.ts";
import { noticeSlice } from "../../../shared-slices/login-slices.server.ts";
import { policyNumberStartSlice, registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { type RegistrationErrorHandling, routeError } from "./error-routing.rule.ts";
import type { RegistrationFormError } from "./flow-info.ts";
import { tokenClaims } from "./registration-call.server.ts";

export const startPath = flow.ACCOUNT_TYPE.path;

type RefusedResult = Exclude<RegistrationCallResult<unknown>, { kind: "ok" }>;

/** What to do after a call that was not accepted; `values` are those of the submitted form. */
export function chooseErrorHandling(
  requestContext: PortalRequestContext,
  result: RefusedResult,
  values: FormValues = {},
): RegistrationErrorHandling {
  if (result.kind === "unavailable") return responseWithoutRow;
  return routeError(result, { pinRoadblock: requestContext.brand.pinRoadblock, fields: Object.keys(values) });
}

/** Redirects after a refused call that no form shows. */
export const handleRegistrationFailure = (requestContext: PortalRequestContext, result: RefusedResult): Response =>
  redirectByHandling(requestContext, chooseErrorHandling(requestContext, result));

/** Redirects after a refused call. An error that only a form could show leads to the technical roadblock. */
export function redirectByHandling(
  requestContext: PortalRequestContext,
  handling: RegistrationErrorHandling,
): Response {
  switch (handling.kind) {
    case "roadblock": {
      const { letter, isOtherRole } = handling;
      const { accountType } = tokenClaims(requestContext) ?? {};
      return handleApiFailure(requestContext, handling, { letter, otherRole: isOtherRole && otherRoleOf(accountType) });
    }
    case "stays":
      return handleApiFailure(requestContext, responseWithoutRow);
    case "sessionEnded":
      return endRegistration(requestContext);
    case "replaced":
    case "currentPage":
      return redirectToCurrentPage(requestContext);
  }
}

/** Removes a registration whose session has ended, and redirects to the login page, which says so. */
export function endRegistration({ session }: PortalRequestContext): Response {
  session.delete(registrationSlice);
  session.set(noticeSlice, "sessionEnded");
  return redirect("/", 303);
}

const otherRoleOf = (accountType: AccountType | undefined): AccountType =>
  accountType === "insuredDriver" ? "policyHolder" : "insuredDriver";

/**
 * Redirects to the current page of the registration; without one, to the start of registration. A redirect of `opened`,
 * another page's URL, keeps its safe query parameters.
 */
export function redirectToCurrentPage(requestContext: PortalRequestContext, opened?: URL): Response {
  const claims = tokenClaims(requestContext);
  if (claims?.page === "REDIRECT") handOverToPolicyNumber(requestContext);
  const path = claims === undefined ? startPath : flow[claims.page].path;
  return redirect(opened === undefined ? path : `${path}${safeQuery(opened)}`, 303);
}

/** Ends smart registration and passes what was typed to registration by policy number. */
function handOverToPolicyNumber({ session }: PortalRequestContext): void {
  const { typedPolicy, email, seeksAccount } = session.get(registrationSlice) ?? {};
  const { ubi } = session.get(policyNumberStartSlice) ?? {};
  clearRegistration(session);
  session.set(policyNumberStartSlice, { ubi, handedOver: { email }, typedPolicy, seeksAccount });
}

/** Responds to a refused form: renders the page again with its errors or the time of the next attempt, or redirects. */
export async function handleRefusedForm(
  requestContext: PortalRequestContext,
  handling: RegistrationErrorHandling,
  values: FormValues,
) {
  if (handling.kind !== "stays") return redirectByHandling(requestContext, handling);
  const { errors, code, triesLeft, waitSeconds, isCodeJustSent } = handling;
  const { handling: row } = registrationErrors[code];
  const shownCode = row.kind === "dialog" ? row.agentCode : undefined;
  return redrawForm<RegistrationFormError>({
    errors,
    values,
    alert: isCodeJustSent ? "codeJustSent" : code,
    triesLeft,
    ...(shownCode !== undefined && { shownCode, reference: await referenceIfAvailable(requestContext, { shownCode }) }),
    ...(waitSeconds !== undefined && { retryAt: retryAt(requestContext, waitSeconds) }),
  });
}
