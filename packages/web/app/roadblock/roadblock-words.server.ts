import { type RoadblockId, shownCauses } from "@vestibule/catalogue/roadblock.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { translate, withTimeZone } from "../i18n/localize.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { interruptedFlow } from "./interrupted-flow.rule.ts";
import type { ShownRoadblock } from "./lockout-end.server.ts";
import { type LockoutEndText, untilInWords } from "./roadblock-data.server.ts";
import {
  endForms,
  type RoadblockWords,
  type RoadblockWordsInput,
  roadblockTitle,
  roadblockWords,
  titleFormOf,
} from "./roadblock-words.rule.ts";

/** Texts of a roadblock for the current session state. */
export function displayedWords(requestContext: PortalRequestContext, roadblock: ShownRoadblock): RoadblockWords {
  return roadblockWords(wordsInput(requestContext, roadblock));
}

/**
 * Variant of the shown title, and the end that it contains; stored with a reference, so that agents see the same title.
 */
export function titleFacts(
  requestContext: PortalRequestContext,
  roadblock: ShownRoadblock,
): { titleForm?: string; until?: string } {
  const titleForm = titleFormOf(wordsInput(requestContext, roadblock));
  const until = new Date(roadblock.displayed.until ?? Number.NaN);
  if (titleForm === undefined) return {};
  return { titleForm, ...(titleForm === "until" && { until: until.toISOString() }) };
}

export interface ShownTitle extends Pick<RoadblockWordsInput, "texts"> {
  id: RoadblockId;
  titleForm: string | undefined;
  until: string | undefined;
  at: Date;
}

/** The title as it was shown at the time `at`. If its variant no longer exists, the title without a variant. */
export function shownTitle(
  requestContext: PortalRequestContext,
  { texts, id, titleForm, until, at }: ShownTitle,
): string {
  const { language } = requestContext;
  const end = untilInWords({ ...requestContext, now: at }, until);
  const hasTitleForm = titleForm !== undefined && (titleForm !== "until" || end !== undefined);
  return roadblockTitle({
    language,
    texts,
    of: titleForm === "ended" ? "ended" : id,
    forms: hasTitleForm ? [titleForm] : [],
    end: end && endInWords(requestContext, end),
  });
}

function endInWords(requestContext: PortalRequestContext, end: LockoutEndText): RoadblockWordsInput["end"] {
  const words = endForms.map((form) => {
    const phrase = translate(requestContext, `roadblock:time.${form}.${end.kind}`, { day: "", ...end });
    return [form, withTimeZone(requestContext, phrase)];
  });
  return Object.fromEntries(words);
}

function wordsInput(
  requestContext: PortalRequestContext,
  { displayed, lockout, exits }: ShownRoadblock,
): RoadblockWordsInput {
  const { language } = requestContext;
  const texts = pageTexts(["roadblock"], language, requestContext.brand.overrides[language]);
  if (lockout.kind === "ended") return { language, texts, of: "ended", forms: [lockout.restartAt] };
  // Undefined if the link of the message has expired; the message is then not mentioned.
  const mailEnd = untilInWords(requestContext, displayed.mailedUntil);
  const end = mailEnd ?? (lockout.kind === "ends" ? lockout.end : undefined);
  const forms = [
    shownCauses.get(displayed.errorCode?.toLowerCase())?.form,
    interruptedFlow(requestContext.session).kind === "link" ? "ofLink" : undefined,
    displayed.cause,
    exits.includes("changeRole") ? "changeRole" : undefined,
    exits.includes("newCode") ? "newCode" : undefined,
    exits.includes("newLink") ? undefined : "withoutLink",
    displayed.reference === undefined ? "withoutReference" : undefined,
    mailEnd ? "sent" : end && "until",
  ].filter((form) => form !== undefined);
  const isLockedOut = lockout.kind === "ends" && mailEnd === undefined;
  return { language, texts, of: displayed.id, forms, end: end && endInWords(requestContext, end), isLockedOut };
}
