import {
  policyNumberFlow,
  type VerificationMethod,
  verificationMethods,
} from "@vestibule/catalogue/policy-number-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { PolicyFindAnswer } from "@vestibule/contract/v1/policy-number-registration.schema.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearLink } from "../../../roadblock/clear-flow.rule.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { PolicyNumberSlice } from "../session-slice.server.ts";
import { transitionTo } from "./page-guard.server.ts";

/** Stores the API's answer for a found person, in place of any other journey in the portal session. */
export function beginRegistration(
  requestContext: PortalRequestContext,
  { id, twoFactorValidations, ubi, ubiMatchPH }: PolicyFindAnswer,
  account: "none" | "exists",
): PolicyNumberSlice {
  const { session } = requestContext;
  clearLink(session);
  delete session.registration;
  const asked = twoFactorValidations.find(({ method }) => method === "ASKEMAIL");
  const ways = twoFactorValidations.flatMap(({ method, ...way }) => {
    const known = verificationMethods.find((name) => name === method);
    return known === undefined ? [] : [{ ...way, method: known }];
  });
  const attempt: PolicyNumberSlice = {
    id,
    page: "IDENTIFICATION",
    ubi: ubi || ubiMatchPH || asked !== undefined,
    hasAccount: account === "exists",
    stepAt: requestContext.now.toISOString(),
    endsAt: new Date(requestContext.now.getTime() + ttl.registrationAbsoluteMinutes * 60_000).toISOString(),
    methods: ways.sort((left, right) => rankOf(left.method) - rankOf(right.method)),
    ...(asked && { question: { id: asked.id, action: "ASKEMAIL" } }),
  };
  session.policyNumberRegistration = attempt;
  return attempt;
}

function rankOf(method: VerificationMethod): number {
  return verificationMethods.indexOf(method);
}

/** Chooses the first verification: an e-mail, a PIN or a choice; a roadblock where nothing on file can be used. */
export function startVerification(requestContext: PortalRequestContext, attempt: PolicyNumberSlice): Response {
  const position = { requestContext, attempt };
  if (attempt.question !== undefined) return transitionTo(position, "ACCOUNT_EMAIL");
  const [only, ...others] = attempt.methods;
  if (attempt.methods.every(({ method }) => method === "NONE")) return raiseRoadblock(requestContext, "no-options");
  if (only?.method === "PIN" && others.length === 0)
    return transitionTo(position, "VALIDATION_PIN", { chosen: { id: only.id, method: "PIN", to: "" } });
  return transitionTo(position, "VALIDATION");
}

/** `?flow=ubi` on the first page starts the usage-based flow, for brands that offer the programme. */
export function noteUbiEntry(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): void {
  if (method !== "GET" || url.pathname !== policyNumberFlow.IDENTIFICATION.path) return;
  if (url.searchParams.get("flow") !== "ubi" || !Object.values(requestContext.brand.provinces).some(({ ubi }) => ubi))
    return;
  requestContext.session.policyNumberStart = { ...requestContext.session.policyNumberStart, ubi: true };
}
