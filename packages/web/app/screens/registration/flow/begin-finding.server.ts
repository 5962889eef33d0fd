import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { redirect } from "react-router";
import { forgetRegistration } from "../../../visit/forget-registration.rule.ts";
import { endingOf, leaveFor, startPath } from "./landing.server.ts";
import { callRegistration, type RegistrationTalk } from "./registration-call.server.ts";

/**
 * Finds the account that somebody has by their policy number: a registration of the named road, afresh, which meets the
 * account on its way. Smart registration asks for the role first.
 */
export async function beginFinding(talk: RegistrationTalk, road: "smart" | "legacy"): Promise<Response> {
  const { visit } = talk;
  const { session } = visit;
  forgetRegistration(session);
  if (road === "legacy") {
    session.legacyStart = { seeksAccount: true };
    return redirect(legacyFlow.IDENTIFICATION.path, 303);
  }
  const started = await callRegistration(talk, "start");
  if (started.kind !== "ok") {
    const ending = endingOf(visit, started);
    return leaveFor(visit, ending.kind === "stays" ? { kind: "roadblock", id: "technical" } : ending);
  }
  const { registration } = session as typeof session;
  if (registration !== undefined) registration.seeksAccount = true;
  return redirect(startPath, 303);
}
