import { shownCauseOf, type WayOut } from "@vestibule/catalogue/roadblock.table.ts";
import { say } from "@vestibule/wording/wording.ts";
import { textsFor } from "../visit/page-texts.server.ts";
import type { PortalVisit } from "../visit/visit.ts";
import { inZone } from "../visit/zone-name.server.ts";
import { brokenJourney } from "./broken-journey.rule.ts";
import type { PauseEnd } from "./pause-end.server.ts";
import { type MetRoadblock, untilInWords } from "./roadblock-data.server.ts";
import { type RoadblockWords, roadblockWords } from "./roadblock-words.rule.ts";

export interface StandsBefore {
  met: MetRoadblock;
  pause: PauseEnd;
  ways: readonly WayOut[];
}

/** The words of a roadblock as they are true of this person now. */
export function wordsBefore(visit: PortalVisit, { met, pause, ways }: StandsBefore): RoadblockWords {
  const { language } = visit;
  const texts = textsFor(visit, ["roadblock"]);
  if (pause.kind === "over") return roadblockWords({ language, texts, of: "over", forms: [pause.wayBackIn] });
  // A message whose link has had its time is no help any more, and not spoken of.
  const mailEnd = untilInWords(visit, met.mailedUntil);
  const end = mailEnd ?? (pause.kind === "ends" ? pause.end : undefined);
  const phrase = end && texts[`roadblock:time.${end.kind}`];
  const forms = [
    shownCauseOf(met.errorCode)?.form,
    brokenJourney(visit.session).kind === "link" ? "ofLink" : undefined,
    met.codes,
    ways.includes("newLink") ? undefined : "withoutLink",
    met.reference === undefined ? "withoutReference" : undefined,
    mailEnd ? "sent" : end && "until",
  ].filter((form) => form !== undefined);
  const time = phrase && say(phrase, language, { day: "", ...end });
  return roadblockWords({
    ...{ language, texts, of: met.id, forms },
    time: time && inZone(visit, time),
  });
}
