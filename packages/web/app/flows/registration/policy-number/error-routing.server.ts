import type { NamedCall } from "@vestibule/catalogue/response.table.ts";
import type { FieldFault } from "@vestibule/contract/fields/field-fault.ts";
import { redirect } from "react-router";
import { handleApiFailure } from "../../../api/account-api.server.ts";
import {
  type FailedReply,
  outcomeOf,
  type PageOutcome,
  type RejectedReply,
} from "../../../api/response-outcome.rule.ts";
import { redrawForm } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { retryAt } from "../../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { referenceIfAvailable } from "../../../roadblock/roadblock-reference.server.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";

interface RefusedForm {
  values: FormValues;
  call?: NamedCall;
  /** Returns the field errors or the redirect that a rejection means for this form; undefined if it means neither. */
  read?: (refusal: RejectedReply) => Record<string, FieldFault> | Response | undefined;
}

/** Responds to a form whose call failed: renders the page again with its errors, or redirects. */
export async function handleRefusedForm(requestContext: PortalRequestContext, reply: FailedReply, form: RefusedForm) {
  const { values, call, read } = form;
  const { link, policyNumberRegistration: attempt, policyNumberStart } = requestContext.session;
  const isUbi = link?.answer.ubiMatchPH ?? attempt?.ubi ?? policyNumberStart?.ubi;
  const outcome = outcomeOf(reply, { call, isUbi: isUbi || undefined });
  if (outcome.kind === "wait")
    return redrawForm<RegistrationFormError>({
      faults: {},
      values,
      alert: outcome.isCodeJustSent ? "codeJustSent" : "wait",
      retryAt: retryAt(requestContext, outcome.seconds),
    });
  if (outcome.kind === "errorDialog") {
    const { shownCode } = outcome;
    const reference = await referenceIfAvailable(requestContext, { shownCode });
    return redrawForm<RegistrationFormError>({ faults: {}, values, alert: "notSaved", shownCode, reference });
  }
  const meaning = outcome.kind === "handledByPage" ? read?.(outcome.refusal) : undefined;
  if (meaning instanceof Response) return meaning;
  if (meaning === undefined || outcome.kind !== "handledByPage")
    return handlePolicyNumberFailure(requestContext, outcome);
  return redrawForm<RegistrationFormError>({ faults: meaning, values, triesLeft: outcome.refusal.error.triesLeft });
}

/** Redirects after a failed call that the page cannot show. */
export function handlePolicyNumberFailure(
  requestContext: PortalRequestContext,
  outcome: Exclude<PageOutcome, { kind: "wait" }>,
): Response {
  return hasExpired(outcome) ? startOver(requestContext) : handleApiFailure(requestContext, outcome);
}

/**
 * Whether the registration or link is no longer valid. The API answers 404, or 403 with code 3004, if it has expired or
 * was used in another browser.
 */
function hasExpired(outcome: PageOutcome): boolean {
  if (outcome.kind === "roadblock") return outcome.roadblock === "token-expired";
  if (outcome.kind !== "handledByPage") return false;
  const { status, error } = outcome.refusal;
  return status === 404 || (status === 403 && error.errorCode === 3004);
}

/**
 * Redirects after the registration or link has expired: to the login page, or to the roadblock that offers a new link.
 */
function startOver(requestContext: PortalRequestContext): Response {
  const { session } = requestContext;
  if (session.link === undefined) {
    clearRegistration(session);
    session.notice = "sessionEnded";
    return redirect("/", 303);
  }
  session.expiredLink = { token: session.link.token };
  delete session.link;
  return raiseRoadblock(requestContext, "token-expired");
}
