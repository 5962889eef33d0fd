import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { textsFor } from "../../../visit/page-texts.server.ts";
import { sessionLimit } from "../../../visit/time-limit.server.ts";
import type { SessionLimit } from "../../../visit/use-near-end.ts";
import type { LegacyMemory, PortalVisit } from "../../../visit/visit.ts";
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
    ...(legacy !== undefined && page !== "IDENTIFICATION" && { ends: endOf(visit, legacy) }),
    ...(said !== undefined && { said }),
  };
}

/** Looking at a page is no step, and gives no more time: that is asked for. */
function endOf(visit: PortalVisit, { endsAt, stepAt }: LegacyMemory): SessionLimit {
  const idle = new Date(Date.parse(stepAt) + lifetimes.registrationIdleMinutes * 60_000);
  return sessionLimit(visit, { idle, latest: new Date(endsAt) });
}

/** Sentences of this road, with those that it shares with smart registration. */
export function legacyTexts(visit: PortalVisit, sections: readonly Section[]) {
  return { ...textsFor(visit, ["legacyRegistration", "link"]), ...registrationTexts(visit, sections) };
}
