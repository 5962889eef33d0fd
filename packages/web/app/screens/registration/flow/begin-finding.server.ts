import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { redirect } from "react-router";
import { forgetRegistration } from "../../../visit/forget-registration.rule.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import { endingOf, leaveFor, startPath, toSessionPage } from "./landing.server.ts";
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
  if (started.kind !== "ok") return leaveRefused(visit, started);
  const { registration } = session as typeof session;
  if (registration !== undefined) registration.seeksAccount = true;
  return redirect(startPath, 303);
}

/** Registers again in a role, at the policy page. */
export async function beginInRole(talk: RegistrationTalk, accountType: AccountType): Promise<Response> {
  const { visit } = talk;
  forgetRegistration(visit.session);
  const steps = [
    () => callRegistration(talk, "start"),
    () => callRegistration(talk, "accountType", { body: { accountType } }),
    () => callRegistration(talk, "identify", { body: { method: "policyNumber" } }),
  ];
  for (const step of steps) {
    const reply = await step();
    if (reply.kind !== "ok") return leaveRefused(visit, reply);
  }
  return toSessionPage(visit);
}

function leaveRefused(visit: PortalVisit, reply: Parameters<typeof endingOf>[1]): Response {
  const ending = endingOf(visit, reply);
  return leaveFor(visit, ending.kind === "stays" ? { kind: "roadblock", id: "technical" } : ending);
}
