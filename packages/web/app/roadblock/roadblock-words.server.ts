import type { WayOut } from "@vestibule/catalogue/roadblock.table.ts";
import { say } from "@vestibule/wording/wording.ts";
import { textsFor } from "../visit/page-texts.server.ts";
import type { PortalSession, PortalVisit } from "../visit/visit.ts";
import type { PauseEnd } from "./pause-end.server.ts";
import { type RoadblockWords, roadblockWords } from "./roadblock-words.rule.ts";

export interface StandsBefore {
  raised: NonNullable<PortalSession["roadblock"]>;
  pause: PauseEnd;
  ways: readonly WayOut[];
}

/** The words of a roadblock as they are true of this person now. */
export function wordsBefore(visit: PortalVisit, { raised, pause, ways }: StandsBefore): RoadblockWords {
  const { language } = visit;
  const texts = textsFor(visit, ["roadblock"]);
  if (pause.kind === "over") return roadblockWords({ language, texts, of: "over", forms: [pause.wayBackIn] });
  const forms = [...(ways.includes("newLink") ? [] : ["withoutLink"]), ...(pause.kind === "ends" ? ["until"] : [])];
  const sentence = pause.kind === "ends" ? texts[`roadblock:time.${pause.end.kind}`] : undefined;
  const time = sentence && say(sentence, language, { day: "", ...(pause.kind === "ends" && pause.end) });
  return roadblockWords({ language, texts, of: raised.id, forms, time });
}
