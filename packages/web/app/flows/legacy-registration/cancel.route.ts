import { type ActionFunctionArgs, redirect } from "react-router";
import { clearLink } from "../../visit/clear-link.rule.ts";
import { clearRegistration } from "../../visit/clear-registration.rule.ts";
import { visitContext } from "../../visit/request-context.ts";

/** Removes the registration or link from this browser's session. The link itself stays valid. */
export function action({ context }: ActionFunctionArgs): Response {
  const { session } = context.get(visitContext);
  clearRegistration(session);
  clearLink(session);
  return redirect("/", 303);
}

export function loader(): Response {
  return redirect("/", 303);
}
