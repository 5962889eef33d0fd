import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { redirect } from "react-router";
import { clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import { policyNumberStartSlice, registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { handleRegistrationFailure, redirectToCurrentPage, startPath } from "./error-routing.server.ts";
import { callRegistration, type RegistrationCallContext } from "./registration-call.server.ts";

/**
 * Starts a new registration in the given flow, which finds the person's account by policy number. Smart registration
 * asks for the role first.
 */
export async function startFinding(
  call: RegistrationCallContext,
  { flow }: { flow: "registration" | "policyNumberRegistration" },
): Promise<Response> {
  const { requestContext } = call;
  const { session } = requestContext;
  clearRegistration(session);
  if (flow === "policyNumberRegistration") {
    session.set(policyNumberStartSlice, { seeksAccount: true });
    return redirect(policyNumberFlow.IDENTIFICATION.path, 303);
  }
  const started = await callRegistration(call, "start");
  if (started.kind !== "ok") return handleRegistrationFailure(requestContext, started);
  const registration = session.get(registrationSlice);
  if (registration !== undefined) registration.seeksAccount = true;
  return redirect(startPath, 303);
}

/** Starts a new registration in a given role, at the policy page. */
export async function startInRole(call: RegistrationCallContext, accountType: AccountType): Promise<Response> {
  const { requestContext } = call;
  clearRegistration(requestContext.session);
  const steps = [
    () => callRegistration(call, "start"),
    () => callRegistration(call, "accountType", { accountType }),
    () => callRegistration(call, "identify", { method: "policyNumber" }),
  ];
  for (const step of steps) {
    const result = await step();
    if (result.kind !== "ok") return handleRegistrationFailure(requestContext, result);
  }
  return redirectToCurrentPage(requestContext);
}
