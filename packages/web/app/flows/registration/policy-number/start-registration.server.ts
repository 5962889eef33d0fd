import { policyNumberFlow, verificationMethods } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { PolicyFindResponse } from "@vestibule/contract/v1/policy-number-registration.schema.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearLink } from "../../../roadblock/clear-flow.rule.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import {
  policyNumberRegistrationSlice,
  policyNumberStartSlice,
  registrationSlice,
  type SessionPolicyNumberRegistration,
} from "../../../shared-slices/registration-slices.server.ts";
import { transitionTo } from "./page-guard.server.ts";

/** Starts a registration from the API's response about a found person, in place of any other flow in the session. */
export function startPolicyNumberRegistration(
  requestContext: PortalRequestContext,
  { id, twoFactorValidations, ubi, ubiMatchPH }: PolicyFindResponse,
  account: "none" | "exists",
): SessionPolicyNumberRegistration {
  const { session } = requestContext;
  clearLink(session);
  session.delete(registrationSlice);
  const emailQuestion = twoFactorValidations.find(({ method }) => method === "ASKEMAIL");
  const attempt: SessionPolicyNumberRegistration = {
    id,
    page: "IDENTIFICATION",
    ubi: ubi || ubiMatchPH || emailQuestion !== undefined,
    hasAccount: account === "exists",
    stepAt: requestContext.now.toISOString(),
    endsAt: new Date(requestContext.now.getTime() + ttl.registrationAbsoluteMinutes * 60_000).toISOString(),
    methods: verificationMethods.flatMap((method) =>
      twoFactorValidations.filter((offered) => offered.method === method).map((offered) => ({ ...offered, method })),
    ),
    question: emailQuestion && { id: emailQuestion.id, action: "ASKEMAIL" },
  };
  session.set(policyNumberRegistrationSlice, attempt);
  return attempt;
}

/**
 * Redirects to the first page after identification: for an e-mail, for a PIN, or for a choice of methods. A person
 * without any usable method is redirected to a roadblock.
 */
export function openVerification(
  requestContext: PortalRequestContext,
  attempt: SessionPolicyNumberRegistration,
): Response {
  const position = { requestContext, attempt };
  if (attempt.question !== undefined) return transitionTo(position, "ACCOUNT_EMAIL");
  const [only, ...others] = attempt.methods;
  if (attempt.methods.every(({ method }) => method === "NONE")) return raiseRoadblock(requestContext, "no-options");
  if (only?.method === "PIN" && others.length === 0)
    return transitionTo(position, "VALIDATION_PIN", { chosen: { id: only.id, method: "PIN", to: "" } });
  return transitionTo(position, "VALIDATION");
}

/** Saves that `?flow=ubi` was on the URL of the first page, for a brand that offers the driving programme (UBI). */
export function recordUbiEntry(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): void {
  if (method !== "GET" || url.pathname !== policyNumberFlow.IDENTIFICATION.path) return;
  if (url.searchParams.get("flow") !== "ubi" || !Object.values(requestContext.brand.provinces).some(({ ubi }) => ubi))
    return;
  requestContext.session.set(policyNumberStartSlice, {
    ...requestContext.session.get(policyNumberStartSlice),
    ubi: true,
  });
}
