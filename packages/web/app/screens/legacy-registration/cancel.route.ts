import { type ActionFunctionArgs, redirect } from "react-router";
import { clearLink } from "../../visit/clear-link.rule.ts";
import { clearRegistration } from "../../visit/clear-registration.rule.ts";
import { visitContext } from "../../visit/request-context.ts";

/** This browser forgets the registration, or the link: the link itself stays as it is, for another day. */
export function action({ context }: ActionFunctionArgs): Response {
  const { session } = context.get(visitContext);
  clearRegistration(session);
  clearLink(session);
  return redirect("/", 303);
}

export function loader(): Response {
  return redirect("/", 303);
}
