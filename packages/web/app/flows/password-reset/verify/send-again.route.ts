import { type ActionFunctionArgs, redirect } from "react-router";
import { outcomeOf } from "../../../answer/response-outcome.rule.ts";
import { type PortalRequestContext, visitContext } from "../../../visit/request-context.ts";
import { codeAsked, resendAvailableAt } from "../forgot/begin-recovery.server.ts";
import { leaveOrWait, recoveryApi } from "../parts/recovery-call.server.ts";
import { verifyPath } from "../parts/recovery-path.table.ts";
import { requestNewCode } from "../parts/request-new-code.server.ts";
import { sendNewCode } from "./send-new-code.server.ts";

/** Requests another code; the code page shows the result. */
export async function action({ context }: ActionFunctionArgs) {
  const requestContext = context.get(visitContext);
  const { recovery } = requestContext.session;
  if (recovery?.how !== "forgot" || recovery.email === "") return requestNewCode(requestContext);
  if (recovery.resendAvailableAt !== undefined && Date.parse(recovery.resendAvailableAt) > requestContext.now.getTime())
    return sayAndReturn(requestContext, "tooSoon");

  const { client, caller } = recoveryApi(requestContext);
  const reply = await client.sendAgain(caller, recovery.id);
  if (reply.kind === "ok") {
    Object.assign(recovery, codeAsked(requestContext));
    return sayAndReturn(requestContext, "sentAgain");
  }
  const outcome = outcomeOf(reply, { call: "resetNotification" });
  if (outcome.kind === "wait") {
    recovery.resendAvailableAt = resendAvailableAt(requestContext, outcome.seconds);
    return sayAndReturn(requestContext, "tooSoon");
  }
  if (outcome.kind !== "passes") return leaveOrWait(requestContext, outcome, { page: "VERIFY", values: {} });
  // The API no longer knows the journey: the same e-mail starts another.
  return sendNewCode(requestContext, recovery.email);
}

function sayAndReturn({ session }: PortalRequestContext, said: "sentAgain" | "tooSoon"): Response {
  if (session.recovery !== undefined) session.recovery.said = said;
  return redirect(verifyPath, 303);
}

export function loader(): Response {
  return redirect(verifyPath, 303);
}
