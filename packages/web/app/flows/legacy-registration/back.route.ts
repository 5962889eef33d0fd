import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { visitContext } from "../../visit/request-context.ts";
import { beginAgain, toIdentification, transitionTo } from "./flow/legacy-guard.server.ts";
import { pageThatAsked } from "./flow/open-question.rule.ts";

/** Posted by the Back button; the flow table names the previous page. */
export function action({ url, context }: ActionFunctionArgs): Response {
  const requestContext = context.get(visitContext);
  const { legacy } = requestContext.session;
  if (legacy === undefined) return beginAgain(requestContext, url);
  const { back } = legacyFlow[legacy.page];
  switch (back.kind) {
    case "path":
      return redirect(back.path, 303);
    case "asking":
      return transitionTo({ requestContext, legacy }, pageThatAsked(legacy));
    case "start":
      delete requestContext.session.legacy;
      delete requestContext.session.mailedLink;
      return redirect(legacyFlow.IDENTIFICATION.path, 303);
  }
}

/** Opened directly, redirects to the registration's current page. */
export function loader({ url, context }: LoaderFunctionArgs): Response {
  const { legacy } = context.get(visitContext).session;
  return legacy === undefined ? toIdentification(url) : redirect(legacyFlow[legacy.page].path, 303);
}
