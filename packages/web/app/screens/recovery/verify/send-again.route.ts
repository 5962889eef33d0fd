import { type ActionFunctionArgs, redirect } from "react-router";
import { outcomeOf } from "../../../answer/response-outcome.rule.ts";
import { type PortalVisit, visitContext } from "../../../visit/visit.ts";
import { codeAsked, resendAvailableAt } from "../forgot/begin-recovery.server.ts";
import { askAnew } from "../parts/ask-anew.server.ts";
import { leaveOrWait, recoveryApi } from "../parts/recovery-call.server.ts";
import { verifyPath } from "../parts/recovery-path.table.ts";
import { sendNewCode } from "./send-new-code.server.ts";

/** Asks for another code; the code page says how it went. */
export async function action({ context }: ActionFunctionArgs) {
  const visit = context.get(visitContext);
  const { recovery } = visit.session;
  if (recovery?.how !== "forgot" || recovery.email === "") return askAnew(visit);
  if (recovery.resendAvailableAt !== undefined && Date.parse(recovery.resendAvailableAt) > visit.now.getTime())
    return sayAndReturn(visit, "tooSoon");

  const { client, caller } = recoveryApi(visit);
  const reply = await client.sendAgain(caller, recovery.id);
  if (reply.kind === "ok") {
    Object.assign(recovery, codeAsked(visit));
    return sayAndReturn(visit, "sentAgain");
  }
  const outcome = outcomeOf(reply, { call: "resetNotification" });
  if (outcome.kind === "wait") {
    recovery.resendAvailableAt = resendAvailableAt(visit, outcome.seconds);
    return sayAndReturn(visit, "tooSoon");
  }
  if (outcome.kind !== "passes") return leaveOrWait(visit, outcome, { page: "VERIFY", values: {} });
  // The journey is over for the API: the same address begins another.
  return sendNewCode(visit, recovery.email);
}

function sayAndReturn({ session }: PortalVisit, said: "sentAgain" | "tooSoon"): Response {
  if (session.recovery !== undefined) session.recovery.said = said;
  return redirect(verifyPath, 303);
}

export function loader(): Response {
  return redirect(verifyPath, 303);
}
