import {
  type PolicyNumberPage,
  pageOfAction,
  policyNumberFlow,
} from "@vestibule/catalogue/policy-number-flow.table.ts";
import { canTransitionTo } from "@vestibule/contract/flow.rule.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { redirectWithCookieCheck } from "../../../request/cookie-check.server.ts";
import { safeQuery } from "../../../request/entry-query.rule.ts";
import { isPrefetch } from "../../../request/is-navigation-away.rule.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import {
  finishedRegistrationSlice,
  mailedLinkSlice,
  policyNumberRegistrationSlice,
  policyNumberStartSlice,
  type SessionPolicyNumberRegistration,
} from "../../../shared-slices/registration-slices.server.ts";
import { setProvinceFromPolicy } from "../flow/set-province.server.ts";
import { expiredFormSlice } from "../session-slice.server.ts";
import { keepTypedPolicy, readTypedPolicy } from "../typed-policy.rule.ts";
import { canOpenPage } from "./open-page.rule.ts";

export interface RegistrationPosition {
  requestContext: PortalRequestContext;
  attempt: SessionPolicyNumberRegistration;
}

/** Redirects to the first page, keeping only safe query parameters. */
export function redirectToIdentification(requestContext: PortalRequestContext, url: URL): Response {
  return redirectWithCookieCheck(requestContext, `${policyNumberFlow.IDENTIFICATION.path}${safeQuery(url)}`);
}

/** Redirects a form whose registration is no longer in the session to the first page, which says so. */
export function restartExpiredForm(requestContext: PortalRequestContext, url: URL): Response {
  requestContext.session.set(expiredFormSlice, true);
  return redirectToIdentification(requestContext, url);
}

/**
 * The registration in the session, if its current page lets `page` open; otherwise throws a redirect to the first page.
 */
export function requirePage(
  { url, context, request }: LoaderFunctionArgs,
  page: PolicyNumberPage,
): RegistrationPosition {
  const requestContext = context.get(requestContextKey);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  const finishedRegistration = requestContext.session.get(finishedRegistrationSlice);
  if (attempt === undefined && finishedRegistration !== undefined && request.method !== "POST")
    throw redirect(`/${safeQuery(url)}`, 303);
  if (attempt === undefined)
    throw request.method === "POST"
      ? restartExpiredForm(requestContext, url)
      : redirectToIdentification(requestContext, url);
  if (!canOpenPage(page, { attempt, mailedLink: requestContext.session.get(mailedLinkSlice) }))
    throw redirectToIdentification(requestContext, url);
  if (!isPrefetch(request)) attempt.page = page;
  return { requestContext, attempt };
}

/** Goes to the next page after an accepted call, which also extends the registration and the saved values. */
export function advanceToPage(
  position: RegistrationPosition,
  page: PolicyNumberPage,
  more: Partial<SessionPolicyNumberRegistration> = {},
): Response {
  const { session, now } = position.requestContext;
  const start = session.get(policyNumberStartSlice);
  const typed = readTypedPolicy(start?.typedPolicy, now);
  if (typed !== undefined) session.set(policyNumberStartSlice, { ...start, typedPolicy: keepTypedPolicy(typed, now) });
  return transitionTo(position, page, { ...more, stepAt: position.requestContext.now.toISOString() });
}

/** Goes to a page that may follow the current one, with the data that it needs. Throws if it may not follow. */
export function transitionTo(
  { attempt }: RegistrationPosition,
  page: PolicyNumberPage,
  more: Partial<SessionPolicyNumberRegistration> = {},
): Response {
  if (attempt.page !== page && !canTransitionTo(policyNumberFlow[attempt.page], page))
    throw new Error(`the page ${page} may not follow ${attempt.page}`);
  Object.assign(attempt, more, { page });
  return redirect(policyNumberFlow[page].path, 303);
}

/** Redirects to the page of what the API asks for next; undefined if the value was wrong and the page stays. */
export function goToNextPage(position: RegistrationPosition, response: RegistrationValidation): Response | undefined {
  const { attempt } = position;
  const { action, error, identityFact, email, firstName } = response;
  setProvinceFromPolicy(position.requestContext, response);
  const nextAction = Object.keys(pageOfAction).find((name): name is keyof typeof pageOfAction => name === action);
  // An error with the question of another page means that the form was submitted twice, so this redirects to that page.
  if (nextAction !== undefined && error && pageOfAction[nextAction] === attempt.page) return undefined;
  switch (nextAction) {
    case "WELCOME_BACK":
      return advanceToPage(position, pageOfAction[nextAction], {
        methods: [],
        // If the code was submitted twice, the second response has no e-mail.
        existingAccount: email === undefined ? {} : { email, firstName },
      });
    case "ASKEMAILCODE":
      return advanceToPage(position, pageOfAction[nextAction], { chosen: typedEmail(response) });
    case "ASKEMAIL":
    case "ASKUSERNAME":
    case "ASKPASSWORD":
      return advanceToPage(position, pageOfAction[nextAction], {
        methods: [],
        question: questionOf(response, nextAction),
      });
    case undefined:
      if (identityFact === undefined) return undefined;
      return advanceToPage(position, "PASSWORD", { methods: [], verified: { email, firstName, identityFact } });
  }
}

type Question = NonNullable<SessionPolicyNumberRegistration["question"]>;

function questionOf(
  { twoFactorValidations: [validation], email, identityFact, canAskPolicyholder }: RegistrationValidation,
  action: Question["action"],
): Question {
  return {
    id: validation?.id ?? "",
    action,
    email: email ?? validation?.maskedValue,
    identityFact,
    canAskPolicyholder,
  };
}

/** The verification by a code that was sent to the e-mail typed on the previous page. */
function typedEmail({ twoFactorValidations: [validation], email, ...sent }: RegistrationValidation) {
  return { id: validation?.id ?? "", method: "EMAIL", to: email ?? "", isTyped: true, ...pageTimes(sent) } as const;
}

/** When a message was sent, and when and how often another one can be requested. */
export function pageTimes({ sentAt, resendAvailableAt, resendsLeft }: Partial<RegistrationValidation>) {
  return { sentAt, resendAvailableAt, resendsLeft };
}
