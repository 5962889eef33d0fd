import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sessionLimit } from "../../../../form/expiry.server.ts";
import type { SessionLimit } from "../../../../form/use-expiry-warning.ts";
import { textsFor } from "../../../../i18n/localize.server.ts";
import { registrationTexts, type Section } from "../../../../i18n/registration-texts.server.ts";
import type { PortalRequestContext } from "../../../../request/request-context.ts";
import type { LegacySlice } from "../../session-slice.server.ts";
import type { LegacyJourney } from "./legacy-journey.ts";

/** Data for the page frame. Has no expiry before the registration has begun. */
export function journeyAt(requestContext: PortalRequestContext, page: LegacyPage): LegacyJourney {
  const { legacy } = requestContext.session;
  const flash = legacy?.flash;
  if (legacy !== undefined) delete legacy.flash;
  const { back, stage } = legacyFlow[page];
  return {
    stage,
    startsOver: back.kind === "start",
    province: requestContext.province,
    ...(legacy !== undefined && page !== "IDENTIFICATION" && { ends: endOf(requestContext, legacy) }),
    ...(flash !== undefined && { flash }),
  };
}

/** Loading a page does not extend the registration; only a step or an explicit request does. */
function endOf(requestContext: PortalRequestContext, { endsAt, stepAt }: LegacySlice): SessionLimit {
  const idle = new Date(Date.parse(stepAt) + ttl.registrationIdleMinutes * 60_000);
  return sessionLimit(requestContext, { idle, latest: new Date(endsAt) });
}

/** Texts of this flow, and those that it shares with smart registration. */
export function legacyTexts(requestContext: PortalRequestContext, sections: readonly Section[]) {
  return {
    ...textsFor(requestContext, ["legacyRegistration", "link"]),
    ...registrationTexts(requestContext, sections),
  };
}
