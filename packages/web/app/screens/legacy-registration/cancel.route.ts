import { type ActionFunctionArgs, redirect } from "react-router";
import { forgetLink } from "../../visit/forget-link.rule.ts";
import { visitContext } from "../../visit/visit.ts";

/** This browser forgets the link; the link itself stays as it is, for another day. */
export function action({ context }: ActionFunctionArgs): Response {
  forgetLink(context.get(visitContext).session);
  return redirect("/", 303);
}

export function loader(): Response {
  return redirect("/", 303);
}
