import { type PolicyNumberPage, policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { TextGroup } from "@vestibule/wording/tables.ts";
import { linkLimit, sessionLimit } from "../../../form/expiry.server.ts";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts, type Section } from "../../../i18n/registration-texts.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { consume } from "../../../session/session-slice.server.ts";
import type { SessionLink } from "../../../shared-slices/link-slices.server.ts";
import {
  policyNumberRegistrationSlice,
  type SessionPolicyNumberRegistration,
} from "../../../shared-slices/registration-slices.server.ts";
import { type FlowInfo, pageFrame } from "../flow/flow-info.ts";

/** Data of the page frame. It has no expiry before the registration has started and after its last stage. */
export function policyNumberFlowInfo(requestContext: PortalRequestContext, page: PolicyNumberPage): FlowInfo {
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  const frame = pageFrame(policyNumberFlow[page]);
  const hasStarted = page !== "IDENTIFICATION" && frame.stage !== undefined;
  return {
    id: "policyNumberRegistration",
    ...frame,
    province: requestContext.province,
    ends: attempt && hasStarted ? endOf(requestContext, attempt) : undefined,
    flash: attempt && consume(attempt, "flash"),
  };
}

/** When the registration expires. A step or a request for more time extends it; loading a page does not. */
function endOf(
  requestContext: PortalRequestContext,
  { endsAt, stepAt }: SessionPolicyNumberRegistration,
): SessionLimit {
  const idle = new Date(Date.parse(stepAt) + ttl.registrationIdleMinutes * 60_000);
  return sessionLimit(requestContext, { idle, latest: new Date(endsAt) });
}

/** Data of the frame of a page that a link from a message has opened. Given the link, also when the page expires. */
export function linkFlowInfo(requestContext: PortalRequestContext, link?: SessionLink): FlowInfo {
  return {
    id: "link",
    exits: "cancel",
    province: requestContext.province,
    ends: link && linkLimit(requestContext, link),
  };
}

/** Texts of this flow, and those that it shares with smart registration. */
export function policyNumberTexts(
  requestContext: PortalRequestContext,
  sections: readonly Section[],
  others: readonly TextGroup[] = [],
): string {
  const wanted = ["policyNumberRegistration", "link", ...registrationTexts(sections), ...others] as const;
  return textsFor(requestContext, wanted);
}
