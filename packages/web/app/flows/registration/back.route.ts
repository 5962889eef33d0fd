import { flow } from "@vestibule/catalogue/flow.table.ts";
import { type LoaderFunctionArgs, redirect } from "react-router";
import { visitContext } from "../../visit/request-context.ts";
import { toSessionPage } from "./flow/landing.server.ts";
import { registrationAction, sendForm } from "./flow/registration-action.server.ts";
import { tokenClaims } from "./flow/registration-call.server.ts";

/** Posted by the Back button. Where it leaves the journey, the session is unchanged. */
export const action = registrationAction(async (talk, values) => {
  const page = tokenClaims(talk.requestContext)?.page;
  const back = page === undefined ? undefined : flow[page].back;
  if (back?.kind === "path") return redirect(back.path, 303);
  return sendForm(talk, { name: "back", values });
});

export function loader({ context }: LoaderFunctionArgs): Response {
  return toSessionPage(context.get(visitContext));
}
