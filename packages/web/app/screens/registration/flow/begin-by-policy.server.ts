import { redirect } from "react-router";
import { endingOf, leaveFor, startPath } from "./landing.server.ts";
import { callRegistration, type RegistrationTalk } from "./registration-call.server.ts";

/** Begins a registration afresh for somebody who wants to be found by their policy number: once the role is known. */
export async function beginByPolicyNumber(talk: RegistrationTalk): Promise<Response> {
  const { visit } = talk;
  delete visit.session.registration;
  const started = await callRegistration(talk, "start");
  if (started.kind !== "ok") {
    const ending = endingOf(visit, started);
    return leaveFor(visit, ending.kind === "stays" ? { kind: "roadblock", id: "technical" } : ending);
  }
  const { registration } = visit.session as typeof visit.session;
  if (registration !== undefined) registration.byPolicyNumber = true;
  return redirect(startPath, 303);
}
