import { flow } from "@vestibule/catalogue/flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import type { FlowInfo } from "../flow/flow-info.ts";
import { redirectToFilledLogin } from "./finish-registration.server.ts";
import { linkFlowInfo, policyNumberFlowInfo } from "./flow-info.server.ts";
import {
  linkQuestion,
  type OpenQuestion,
  pageOfQuestion,
  type RequestedAction,
  registrationQuestion,
} from "./open-question.rule.ts";
import { requirePage } from "./page-guard.server.ts";

export interface QuestionCall {
  requestContext: PortalRequestContext;
  question: OpenQuestion;
}

type Opened = Pick<LoaderFunctionArgs, "url" | "context" | "request">;

/**
 * The question of a page, from the link or the registration in the session. Throws a redirect if neither has it.
 */
export function questionAt(args: Opened, action: RequestedAction): QuestionCall {
  const requestContext = args.context.get(requestContextKey);
  const ofLink = linkQuestion(requestContext.session.link, action);
  if (ofLink !== undefined) return { requestContext, question: ofLink };
  const after = redirectAfterEnd(requestContext, action);
  if (after !== undefined) throw after;
  const { attempt } = requirePage(args, pageOfQuestion[action]);
  return { requestContext, question: registrationQuestion(attempt, action) };
}

/** Redirect for Back or for a form submitted again after the registration has ended; undefined otherwise. */
function redirectAfterEnd(requestContext: PortalRequestContext, action: RequestedAction): Response | undefined {
  const { policyNumberRegistration: attempt, finishedRegistration } = requestContext.session;
  if (attempt !== undefined || finishedRegistration === undefined) return undefined;
  if (action === "ASKPASSWORD") return redirectToFilledLogin(requestContext);
  return action === "DEFPWD_REGISTER" ? redirect(flow.CONFIRM.path, 303) : undefined;
}

/** Data of the page frame, for the registration or for the link that has opened the page. */
export function questionFlowInfo({ requestContext, question }: QuestionCall, action: RequestedAction): FlowInfo {
  if (question.flow === "link") return linkFlowInfo(requestContext, requestContext.session.link);
  return policyNumberFlowInfo(requestContext, pageOfQuestion[action]);
}

/** Creates the action of a page that asks a question. */
export function questionAction<Answer>(
  action: RequestedAction,
  answer: (call: QuestionCall, values: FormValues) => Promise<Answer>,
) {
  return async (args: ActionFunctionArgs) => answer(questionAt(args, action), await readForm(args.request));
}
