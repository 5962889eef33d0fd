import { type ActionFunctionArgs, redirect } from "react-router";
import { forgetLink } from "../../visit/forget-link.rule.ts";
import { forgetRegistration } from "../../visit/forget-registration.rule.ts";
import { visitContext } from "../../visit/visit.ts";

/** This browser forgets the registration, or the link: the link itself stays as it is, for another day. */
export function action({ context }: ActionFunctionArgs): Response {
  const { session } = context.get(visitContext);
  forgetRegistration(session);
  forgetLink(session);
  return redirect("/", 303);
}

export function loader(): Response {
  return redirect("/", 303);
}
