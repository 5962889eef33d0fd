import type { LoaderFunctionArgs } from "react-router";
import { visitContext } from "../../visit/request-context.ts";
import { endingOf, leaveFor, toSessionPage } from "./flow/landing.server.ts";
import { registrationAction } from "./flow/registration-action.server.ts";
import { callRegistration } from "./flow/registration-call.server.ts";

/** Requests a new code; the code page shows the result. */
export const action = registrationAction(async (talk) => {
  const { requestContext } = talk;
  const reply = await callRegistration(talk, "resend");
  const ending = reply.kind === "ok" ? undefined : endingOf(requestContext, reply);
  if (ending !== undefined && ending.kind !== "stays") return leaveFor(requestContext, ending);
  if (requestContext.session.registration !== undefined)
    requestContext.session.registration.said = ending === undefined ? "codeSentAgain" : "codeTooSoon";
  return toSessionPage(requestContext);
});

export function loader({ context }: LoaderFunctionArgs): Response {
  return toSessionPage(context.get(visitContext));
}
