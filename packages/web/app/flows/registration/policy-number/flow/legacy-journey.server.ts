import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { registrationTexts, type Section, textsFor } from "../../../../visit/page-texts.server.ts";
import type { LegacyMemory, PortalRequestContext } from "../../../../visit/request-context.ts";
import { sessionLimit } from "../../../../visit/time-limit.server.ts";
import type { SessionLimit } from "../../../../visit/use-expiry-warning.ts";
import type { LegacyJourney } from "./legacy-journey.ts";

/** Data for the page frame. Has no expiry before the registration has begun. */
export function journeyAt(requestContext: PortalRequestContext, page: LegacyPage): LegacyJourney {
  const { legacy } = requestContext.session;
  const said = legacy?.said;
  if (legacy !== undefined) delete legacy.said;
  const { back, stage } = legacyFlow[page];
  return {
    stage,
    startsOver: back.kind === "start",
    province: requestContext.province,
    ...(legacy !== undefined && page !== "IDENTIFICATION" && { ends: endOf(requestContext, legacy) }),
    ...(said !== undefined && { said }),
  };
}

/** Loading a page does not extend the registration; only a step or an explicit request does. */
function endOf(requestContext: PortalRequestContext, { endsAt, stepAt }: LegacyMemory): SessionLimit {
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
