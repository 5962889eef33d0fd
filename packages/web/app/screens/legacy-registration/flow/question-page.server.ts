import type { IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { harmlessQuery } from "../../../visit/arrival-query.rule.ts";
import { type PortalVisit, visitContext } from "../../../visit/visit.ts";
import { type OpenQuestion, openQuestion } from "./open-question.rule.ts";

export interface QuestionTalk {
  visit: PortalVisit;
  question: OpenQuestion;
}

/** Where somebody goes for whom nothing is open; the query stays, without what a link or a gateway put there. */
export function toIdentification(url: URL): Response {
  return redirect(`/registration/identification${harmlessQuery(url)}`, 303);
}

/** The question that a page asks; without it the page does not open. */
export function questionAt({ url, context }: Pick<LoaderFunctionArgs, "url" | "context">, action: IssuedLinkAction) {
  const visit = context.get(visitContext);
  const question = openQuestion(visit.session, action);
  if (question === undefined) throw toIdentification(url);
  return { visit, question };
}

/** Wires the answer to the form of a page that asks a question. */
export function questionAction<Answer>(
  action: IssuedLinkAction,
  answer: (talk: QuestionTalk, values: FormValues) => Promise<Answer>,
) {
  return async (args: ActionFunctionArgs) => answer(questionAt(args, action), await readForm(args.request));
}
