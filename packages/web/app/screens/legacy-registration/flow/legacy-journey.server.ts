import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { sayTime } from "@vestibule/wording/clock-time.ts";
import { textsFor } from "../../../visit/page-texts.server.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import { registrationTexts, type Section } from "../../registration/flow/registration-texts.server.ts";
import type { LegacyJourney } from "./legacy-journey.ts";

/** What the frame of a page says of the registration; nothing of its end before it has begun. */
export function journeyAt(visit: PortalVisit, page: LegacyPage): LegacyJourney {
  const { legacy } = visit.session;
  const said = legacy?.said;
  if (legacy !== undefined) delete legacy.said;
  const { back, stage } = legacyFlow[page];
  return {
    stage,
    startsOver: back.kind === "start",
    province: visit.province,
    ...(legacy !== undefined && page !== "IDENTIFICATION" && { ends: endOf(visit, legacy.endsAt) }),
    ...(said !== undefined && { said }),
  };
}

function endOf(visit: PortalVisit, endsAt: string) {
  const secondsLeft = Math.floor((Date.parse(endsAt) - visit.now.getTime()) / 1000);
  const clock = { timeZone: provinces[visit.province].timeZone, language: visit.language };
  return {
    endsAt: sayTime(new Date(endsAt), clock),
    warnsInSeconds: Math.max(0, secondsLeft - lifetimes.registrationWarningMinutes * 60),
  };
}

/** Sentences of this road, with those that it shares with smart registration. */
export function legacyTexts(visit: PortalVisit, sections: readonly Section[]) {
  return { ...textsFor(visit, ["legacyRegistration", "link"]), ...registrationTexts(visit, sections) };
}
