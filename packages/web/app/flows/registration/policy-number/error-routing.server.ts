import type { NamedCall } from "@vestibule/catalogue/response.table.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { redirect } from "react-router";
import { handleApiFailure } from "../../../api/api-failure.server.ts";
import {
  type FailedResult,
  findErrorHandling,
  type PageErrorHandling,
  type RejectedResult,
} from "../../../api/error-handling.rule.ts";
import { redrawForm } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { retryAt } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { referenceIfAvailable } from "../../../roadblock/roadblock-reference.server.ts";
import { expiredLinkSlice, linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { noticeSlice } from "../../../shared-slices/login-slices.server.ts";
import {
  policyNumberRegistrationSlice,
  policyNumberStartSlice,
} from "../../../shared-slices/registration-slices.server.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";

interface RefusedForm {
  values: FormValues;
  call?: NamedCall;
  /** Returns the field errors or the redirect that a rejection means for this form; undefined if it means neither. */
  read?: (refusal: RejectedResult) => Record<string, FieldError> | Response | undefined;
}

/** Responds to a form whose call failed: renders the page again with its errors, or redirects. */
export async function handlePolicyNumberForm(
  requestContext: PortalRequestContext,
  result: FailedResult,
  form: RefusedForm,
) {
  const { values, call, read } = form;
  const link = requestContext.session.get(linkSlice);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  const policyNumberStart = requestContext.session.get(policyNumberStartSlice);
  const isUbi = link?.answer.ubiMatchPH ?? attempt?.ubi ?? policyNumberStart?.ubi;
  const handling = findErrorHandling(result, { call, isUbi: isUbi || undefined });
  if (handling.kind === "wait")
    return redrawForm<RegistrationFormError>({
      errors: {},
      values,
      alert: handling.isCodeJustSent ? "codeJustSent" : "wait",
      retryAt: retryAt(requestContext, handling.seconds),
    });
  if (handling.kind === "errorDialog") {
    const { shownCode } = handling;
    const reference = await referenceIfAvailable(requestContext, { shownCode });
    return redrawForm<RegistrationFormError>({ errors: {}, values, alert: "notSaved", shownCode, reference });
  }
  const meaning = handling.kind === "handledByPage" ? read?.(handling.refusal) : undefined;
  if (meaning instanceof Response) return meaning;
  if (meaning === undefined || handling.kind !== "handledByPage")
    return handlePolicyNumberFailure(requestContext, handling);
  return redrawForm<RegistrationFormError>({ errors: meaning, values, triesLeft: handling.refusal.error.triesLeft });
}

/** Redirects after a failed call that the page cannot show. */
export function handlePolicyNumberFailure(
  requestContext: PortalRequestContext,
  handling: Exclude<PageErrorHandling, { kind: "wait" }>,
): Response {
  return hasExpired(handling) ? startOver(requestContext) : handleApiFailure(requestContext, handling);
}

/**
 * Whether the registration or link is no longer valid. The API answers 404, or 403 with code 3004, if it has expired or
 * was used in another browser.
 */
function hasExpired(handling: PageErrorHandling): boolean {
  if (handling.kind === "roadblock") return handling.roadblock === "token-expired";
  if (handling.kind !== "handledByPage") return false;
  const { status, error } = handling.refusal;
  return status === 404 || (status === 403 && error.errorCode === 3004);
}

/**
 * Redirects after the registration or link has expired: to the login page, or to the roadblock that offers a new link.
 */
function startOver(requestContext: PortalRequestContext): Response {
  const { session } = requestContext;
  const link = session.get(linkSlice);
  if (link === undefined) {
    clearRegistration(session);
    session.set(noticeSlice, "sessionEnded");
    return redirect("/", 303);
  }
  session.set(expiredLinkSlice, { token: link.token });
  session.delete(linkSlice);
  return raiseRoadblock(requestContext, "token-expired");
}
