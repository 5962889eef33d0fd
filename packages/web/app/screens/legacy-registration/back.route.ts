import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { visitContext } from "../../visit/visit.ts";
import { beginAgain, moveTo, toIdentification } from "./flow/legacy-guard.server.ts";
import { pageThatAsked } from "./flow/open-question.rule.ts";

/** Back by its button, as the flow says it of the page where the person stands. */
export function action({ url, context }: ActionFunctionArgs): Response {
  const visit = context.get(visitContext);
  const { legacy } = visit.session;
  if (legacy === undefined) return beginAgain(visit, url);
  const { back } = legacyFlow[legacy.page];
  switch (back.kind) {
    case "path":
      return redirect(back.path, 303);
    case "asking":
      return moveTo({ visit, legacy }, pageThatAsked(legacy));
    case "start":
      delete visit.session.legacy;
      delete visit.session.mailedLink;
      return redirect(legacyFlow.IDENTIFICATION.path, 303);
  }
}

/** Nothing is shown here: to the page where the person stands. */
export function loader({ url, context }: LoaderFunctionArgs): Response {
  const { legacy } = context.get(visitContext).session;
  return legacy === undefined ? toIdentification(url) : redirect(legacyFlow[legacy.page].path, 303);
}
