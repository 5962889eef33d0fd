import { type LoaderFunctionArgs, redirect } from "react-router";
import { visitContext } from "../../visit/request-context.ts";
import { toSessionPage } from "./flow/landing.server.ts";
import { registrationAction } from "./flow/registration-action.server.ts";
import { callRegistration } from "./flow/registration-call.server.ts";

/** Ends the session in this browser, whatever the API replies. */
export const action = registrationAction(async (talk) => {
  await callRegistration(talk, "cancel");
  delete talk.requestContext.session.registration;
  return redirect("/", 303);
});

export function loader({ context }: LoaderFunctionArgs): Response {
  return toSessionPage(context.get(visitContext));
}
