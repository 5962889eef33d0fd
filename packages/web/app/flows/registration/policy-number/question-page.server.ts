import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { pageOfAction } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { safeQuery } from "../../../request/entry-query.rule.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import { linkSlice, type SessionLink } from "../../../shared-slices/link-slices.server.ts";
import {
  finishedRegistrationSlice,
  policyNumberRegistrationSlice,
  type SessionPolicyNumberRegistration,
} from "../../../shared-slices/registration-slices.server.ts";
import type { FlowInfo } from "../flow/flow-info.ts";
import { redirectToFilledLogin } from "./finish-registration.server.ts";
import { linkFlowInfo, policyNumberFlowInfo } from "./flow-info.server.ts";
import { requirePage } from "./page-guard.server.ts";

/** The page that asks each question of the API, for links and for registration by policy number. */
const pageOfQuestion = { ...pageOfAction, DEFPWD_REGISTER: "PASSWORD" } as const;
type RequestedAction = NonNullable<SessionPolicyNumberRegistration["question"]>["action"] | "DEFPWD_REGISTER";

/** What API v1 asks for before a registration or a link can continue. */
export interface OpenQuestion {
  flow: "link" | "policyNumberRegistration";
  /** Opaque id of the registration or of the link. */
  id: string;
  /** Id of the question. */
  validationId: string;
  /** Undefined if none is known. */
  email: string | undefined;
  /** Whether `email` is unmasked, because its owner is verified. */
  isUnmasked: boolean;
  firstName?: string | undefined;
  /** Knowledge check that is asked with a password; null without one. */
  fact: IdentityFact | null;
  /** A driver of the usage-based programme, who signs in to the policyholder's account. */
  isUbi: boolean;
}

export interface QuestionCall {
  requestContext: PortalRequestContext;
  question: OpenQuestion;
  /** The registration that the question belongs to; absent for a link. */
  attempt?: SessionPolicyNumberRegistration;
}

/**
 * The question of a page, from the link or the registration in the session. Throws a redirect if neither has it.
 */
export function questionAt(args: LoaderFunctionArgs, action: RequestedAction): QuestionCall {
  const requestContext = args.context.get(requestContextKey);
  const ofLink = linkQuestion(requestContext.session.get(linkSlice), action);
  if (ofLink !== undefined) return { requestContext, question: ofLink };
  const after = redirectAfterEnd(args, action);
  if (after !== undefined) throw after;
  const { attempt } = requirePage(args, pageOfQuestion[action]);
  return { requestContext, attempt, question: registrationQuestion(attempt, action) };
}

/** Redirect for Back or for a form submitted again after the registration has ended; undefined otherwise. */
function redirectAfterEnd({ context, request, url }: LoaderFunctionArgs, action: RequestedAction) {
  const requestContext = context.get(requestContextKey);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  const finishedRegistration = requestContext.session.get(finishedRegistrationSlice);
  if (attempt !== undefined || finishedRegistration === undefined) return undefined;
  if (action === "DEFPWD_REGISTER" && request.method === "POST") return redirect(flow.CONFIRM.path, 303);
  // Back from the confirmation leads out: the page before it has nothing left to do.
  if (action === "DEFPWD_REGISTER" || action === "ASKPASSWORD")
    return redirectToFilledLogin(requestContext, { query: safeQuery(url) });
  return undefined;
}

/** Data of the page frame, for the registration or for the link that has opened the page. */
export function questionFlowInfo({ requestContext, question }: QuestionCall, action: RequestedAction): FlowInfo {
  if (question.flow === "link") return linkFlowInfo(requestContext, requestContext.session.get(linkSlice));
  return policyNumberFlowInfo(requestContext, pageOfQuestion[action]);
}

/** Creates the action of a page that asks a question. */
export function questionAction<Result>(
  action: RequestedAction,
  respond: (call: QuestionCall, values: FormValues) => Promise<Result>,
) {
  return async (args: ActionFunctionArgs) => respond(questionAt(args, action), await readForm(args.request));
}

/** The question of the link in the session; undefined if the link is for another action. */
function linkQuestion(link: SessionLink | undefined, action: RequestedAction): OpenQuestion | undefined {
  if (link?.answer.action !== action) return undefined;
  const { id, email, twoFactorValidations, identityFact, ubiMatchPH } = link.answer;
  return {
    flow: "link",
    id,
    validationId: twoFactorValidations.find(({ method }) => method === action)?.id ?? id,
    email,
    isUnmasked: false,
    fact: identityFact,
    isUbi: ubiMatchPH,
  };
}

/** The question of a registration by policy number whose page may be opened. */
function registrationQuestion(
  { id, ubi, question, verified }: SessionPolicyNumberRegistration,
  action: RequestedAction,
): OpenQuestion {
  const common = { flow: "policyNumberRegistration", id, isUbi: ubi } as const;
  if (action === "DEFPWD_REGISTER") {
    const { email, firstName, identityFact = null } = verified ?? {};
    return { ...common, validationId: id, email, isUnmasked: true, firstName, fact: identityFact };
  }
  return {
    ...common,
    validationId: question?.id ?? id,
    email: question?.email,
    isUnmasked: action !== "ASKPASSWORD",
    fact: question?.identityFact ?? null,
  };
}

/** The page that asked for the new account's e-mail. */
export function requestingPage({
  question,
}: Pick<SessionPolicyNumberRegistration, "question">): "ACCOUNT_EMAIL" | "NEW_EMAIL" {
  return question?.action === "ASKEMAIL" ? "ACCOUNT_EMAIL" : "NEW_EMAIL";
}
