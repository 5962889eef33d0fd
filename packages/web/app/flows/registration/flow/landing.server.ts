import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import type { RegistrationReply } from "@vestibule/contract/v2/registration.endpoint.ts";
import { redirect } from "react-router";
import { drawAgain } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { retryAt } from "../../../i18n/localize.server.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { softReference } from "../../../roadblock/soft-reference.server.ts";
import type { RegistrationRefusal } from "./flow-info.ts";
import { addressOf, type Ending, landingOf } from "./landing.rule.ts";
import { catchUp, tokenClaims } from "./registration-call.server.ts";

export const startPath = addressOf("ACCOUNT_TYPE");

type Refused = Exclude<RegistrationReply<unknown>, { kind: "ok" }>;

/** Result of a call that was not accepted; `values` are those of the submitted form. */
export function endingOf(requestContext: PortalRequestContext, reply: Refused, values: FormValues = {}): Ending {
  if (reply.kind === "away") return { kind: "roadblock", id: "technical" };
  return landingOf(reply, { pinRoadblock: requestContext.brand.pinRoadblock, fields: Object.keys(values) });
}

/** Redirects according to the result. A result that stays on the page is handled by `stay`. */
export function leaveFor(requestContext: PortalRequestContext, ending: Exclude<Ending, { kind: "stays" }>): Response {
  switch (ending.kind) {
    case "roadblock": {
      const { id, until, codes, letter, isOtherRole } = ending;
      return raiseRoadblock(requestContext, id, {
        ...(until !== undefined && { until }),
        ...(codes && { codes }),
        ...(letter && { letter }),
        ...(isOtherRole && { otherRole: otherRoleOf(tokenClaims(requestContext)?.accountType) }),
      });
    }
    case "sessionEnded":
      delete requestContext.session.registration;
      requestContext.session.notice = "sessionEnded";
      return redirect("/", 303);
    case "replaced":
      catchUp(requestContext);
      return toSessionPage(requestContext);
    case "sessionPage":
      return toSessionPage(requestContext);
  }
}

const otherRoleOf = (accountType: AccountType | undefined): AccountType =>
  accountType === "insuredDriver" ? "policyHolder" : "insuredDriver";

/** Redirects to the current page of the session; without a session, to the start of registration. */
export function toSessionPage(requestContext: PortalRequestContext): Response {
  const claims = tokenClaims(requestContext);
  if (claims?.page === "REDIRECT") leaveForLegacyRoad(requestContext.session);
  return redirect(claims === undefined ? startPath : addressOf(claims.page), 303);
}

/** Ends smart registration and hands everything that was typed over to the legacy flow. */
function leaveForLegacyRoad(session: PortalSession): void {
  const { typedPolicy, email, seeksAccount } = session.registration ?? {};
  const isUbi = session.legacyStart?.ubi;
  clearRegistration(session);
  session.legacyStart = {
    ...(isUbi && { ubi: true }),
    handedOver: email === undefined ? {} : { email },
    ...(typedPolicy && { typedPolicy }),
    ...(seeksAccount && { seeksAccount }),
  };
}

/** Renders the page again with field errors, or with the time of the next attempt. */
export async function stay(
  requestContext: PortalRequestContext,
  ending: Extract<Ending, { kind: "stays" }>,
  values: FormValues,
) {
  const { faults, code: alert, triesLeft } = ending;
  const refusal: RegistrationRefusal = { faults, values, alert, ...(triesLeft !== undefined && { triesLeft }) };
  const { landing } = registrationErrors[alert];
  if (landing.kind === "dialog")
    return drawAgain({ ...refusal, reference: await softReference(requestContext, { shownCode: landing.agentCode }) });
  if (ending.waitSeconds === undefined) return drawAgain(refusal);
  return drawAgain({ ...refusal, retryAt: retryAt(requestContext, ending.waitSeconds) });
}
