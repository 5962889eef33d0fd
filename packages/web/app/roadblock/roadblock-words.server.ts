import { type RoadblockId, shownCauseOf, type WayOut } from "@vestibule/catalogue/roadblock.table.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import { textsFor } from "../visit/page-texts.server.ts";
import type { PortalVisit } from "../visit/visit.ts";
import { inZone } from "../visit/zone-name.server.ts";
import { brokenJourney } from "./broken-journey.rule.ts";
import type { PauseEnd } from "./pause-end.server.ts";
import { type MetRoadblock, type UntilInWords, untilInWords } from "./roadblock-data.server.ts";
import {
  endForms,
  type RoadblockWords,
  roadblockTitle,
  roadblockWords,
  titleFormOf,
  type WordsAsked,
} from "./roadblock-words.rule.ts";

export interface StandsBefore {
  met: MetRoadblock;
  pause: PauseEnd;
  ways: readonly WayOut[];
}

/** The words of a roadblock as they are true of this person now. */
export function wordsBefore(visit: PortalVisit, shown: StandsBefore): RoadblockWords {
  return roadblockWords(wordsAsked(visit, shown));
}

/** What a reference keeps of the title that the page shows. */
export function titleFacts(visit: PortalVisit, shown: StandsBefore): { titleForm?: string; until?: string } {
  const titleForm = titleFormOf(wordsAsked(visit, shown));
  const until = new Date(shown.met.until ?? Number.NaN);
  if (titleForm === undefined) return {};
  return { titleForm, ...(titleForm === "until" && { until: until.toISOString() }) };
}

/** A title as a person saw it at a moment; that of the row where its form is not known any more. */
export function titleSeen(
  visit: PortalVisit,
  { id, titleForm, until, at }: { id: RoadblockId; titleForm: string | undefined; until: string | undefined; at: Date },
): string {
  const { language } = visit;
  const texts = textsFor(visit, ["roadblock"]);
  const end = untilInWords({ ...visit, now: at }, until);
  const isWhole = titleForm !== undefined && (titleForm !== "until" || end !== undefined);
  return roadblockTitle({
    ...{ language, texts, of: titleForm === "over" ? "over" : id, forms: isWhole ? [titleForm] : [] },
    end: end && endInWords(visit, end),
  });
}

function endInWords(visit: PortalVisit, end: UntilInWords): WordsAsked["end"] {
  const words = endForms.map((form) => {
    const phrase = sentence(
      `roadblock:time.${form}.${end.kind}`,
      visit.language,
      visit.brand.overrides[visit.language],
    );
    return [form, inZone(visit, say(phrase, visit.language, { day: "", ...end }))];
  });
  return Object.fromEntries(words);
}

function wordsAsked(visit: PortalVisit, { met, pause, ways }: StandsBefore): WordsAsked {
  const { language } = visit;
  const texts = textsFor(visit, ["roadblock"]);
  if (pause.kind === "over") return { language, texts, of: "over", forms: [pause.wayBackIn] };
  // A message whose link has had its time is no help any more, and not spoken of.
  const mailEnd = untilInWords(visit, met.mailedUntil);
  const end = mailEnd ?? (pause.kind === "ends" ? pause.end : undefined);
  const forms = [
    shownCauseOf(met.errorCode)?.form,
    brokenJourney(visit.session).kind === "link" ? "ofLink" : undefined,
    met.codes,
    ways.includes("changeRole") ? "changeRole" : undefined,
    ways.includes("newCode") ? "newCode" : undefined,
    ways.includes("newLink") ? undefined : "withoutLink",
    met.reference === undefined ? "withoutReference" : undefined,
    mailEnd ? "sent" : end && "until",
  ].filter((form) => form !== undefined);
  const isPaused = pause.kind === "ends" && mailEnd === undefined;
  return { language, texts, of: met.id, forms, end: end && endInWords(visit, end), isPaused };
}
