import { flow } from "@vestibule/catalogue/flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { linkEnd } from "../../../visit/link-end.server.ts";
import { type PortalVisit, visitContext } from "../../../visit/visit.ts";
import { toLogin } from "./finish-registration.server.ts";
import { standAt } from "./legacy-guard.server.ts";
import { journeyAt } from "./legacy-journey.server.ts";
import type { QuestionFrame } from "./legacy-journey.ts";
import {
  type AskedAction,
  askingPages,
  type OpenQuestion,
  questionOfJourney,
  questionOfLink,
} from "./open-question.rule.ts";

export interface QuestionTalk {
  visit: PortalVisit;
  question: OpenQuestion;
}

type Opened = Pick<LoaderFunctionArgs, "url" | "context" | "request">;

/** The question that a page asks, by the way of a link or of a registration; without it the page does not open. */
export function questionAt(args: Opened, action: AskedAction): QuestionTalk {
  const visit = args.context.get(visitContext);
  const ofLink = questionOfLink(visit.session.link, action);
  if (ofLink !== undefined) return { visit, question: ofLink };
  const after = afterTheEnd(visit, action);
  if (after !== undefined) throw after;
  const { legacy } = standAt(args, askingPages[action]);
  return { visit, question: questionOfJourney(legacy, action) };
}

/** Back, or a form sent again, after the page did what it is for: on to where that led. */
function afterTheEnd(visit: PortalVisit, action: AskedAction): Response | undefined {
  const { legacy, finishedRegistration } = visit.session;
  if (legacy !== undefined || finishedRegistration === undefined) return undefined;
  if (action === "ASKPASSWORD") return toLogin(visit);
  return action === "DEFPWD_REGISTER" ? redirect(flow.CONFIRM.path, 303) : undefined;
}

/** What the frame of a page says of the registration under way, or of the link that led here. */
export function frameOf({ visit, question }: QuestionTalk, action: AskedAction): QuestionFrame {
  if (question.road !== "link") return { journey: journeyAt(visit, askingPages[action]) };
  const { link } = visit.session;
  return { journey: undefined, ...(link && { linkEnds: linkEnd(visit, link) }) };
}

/** Wires the answer to the form of a page that asks a question. */
export function questionAction<Answer>(
  action: AskedAction,
  answer: (talk: QuestionTalk, values: FormValues) => Promise<Answer>,
) {
  return async (args: ActionFunctionArgs) => answer(questionAt(args, action), await readForm(args.request));
}
