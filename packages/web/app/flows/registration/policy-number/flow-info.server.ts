import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { linkEnd, sessionLimit } from "../../../form/expiry.server.ts";
import type { SessionLimit } from "../../../form/use-expiry-warning.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts, type Section } from "../../../i18n/registration-texts.server.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { type FlowInfo, pageFrame } from "../flow/flow-info.ts";
import type { LegacySlice } from "../session-slice.server.ts";

/** Frame data of a page. Has no expiry before the registration has begun and after its last stage. */
export function policyNumberFlowInfo(requestContext: PortalRequestContext, page: LegacyPage): FlowInfo {
  const { legacy } = requestContext.session;
  const flash = legacy?.flash;
  delete legacy?.flash;
  const frame = pageFrame(legacyFlow[page]);
  const hasBegun = page !== "IDENTIFICATION" && frame.stage !== undefined;
  return {
    ...{ flow: "policyNumber", ...frame, province: requestContext.province },
    ...(legacy && hasBegun && { ends: endOf(requestContext, legacy) }),
    ...(flash !== undefined && { flash }),
  };
}

/** Loading a page does not extend the registration; only a step or an explicit request does. */
function endOf(requestContext: PortalRequestContext, { endsAt, stepAt }: LegacySlice): SessionLimit {
  const idle = new Date(Date.parse(stepAt) + ttl.registrationIdleMinutes * 60_000);
  return sessionLimit(requestContext, { idle, latest: new Date(endsAt) });
}

/** Frame data of a page that a link from a message led to; with the link, also when the page expires. */
export function linkFlowInfo(requestContext: PortalRequestContext, link?: PortalSession["link"]): FlowInfo {
  return {
    ...{ flow: "link", exits: "cancel", province: requestContext.province },
    ...(link && { ends: linkEnd(requestContext, link) }),
  };
}

/** Texts of this flow, and those that it shares with smart registration. */
export function policyNumberTexts(requestContext: PortalRequestContext, sections: readonly Section[]) {
  return {
    ...textsFor(requestContext, ["legacyRegistration", "link"]),
    ...registrationTexts(requestContext, sections),
  };
}
