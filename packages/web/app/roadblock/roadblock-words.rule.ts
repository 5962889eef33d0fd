import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { type Sentence, t } from "@vestibule/wording/wording.ts";

/** Texts of a roadblock: what happened, what it affects and what to do, one sentence each. */
export interface RoadblockWords {
  title: string;
  what?: string;
  affected: string;
  next: string;
  /** End of a lockout and the part that contains it, unless that is the title. */
  lockoutEndText?: { part: "what" | "next"; time: string };
}

/** Placeholders for an end, by preposition. */
export const endForms = ["until", "from", "before"] as const;
type EndForm = (typeof endForms)[number];

export interface WordsAsked {
  language: Language;
  /** Texts by key "roadblock:<id>.<part>". */
  texts: Readonly<Record<string, Sentence>>;
  /** `over`: an expired lockout has the same texts for every roadblock. */
  of: RoadblockId | "over";
  /** Applicable variants: each part uses the first variant for which a text `<part>.<form>` exists. */
  forms: readonly string[];
  /** The formatted end, by preposition. */
  end?: Readonly<Record<EndForm, string>> | undefined;
  /** Whether `end` is that of a lockout. */
  isLockedOut?: boolean;
}

export function roadblockWords(asked: WordsAsked): RoadblockWords {
  const [title, what, affected, next] = (["title", "what", "affected", "next"] as const).map((part) =>
    formatPart(part, asked),
  );
  if (title === undefined || affected === undefined || next === undefined)
    throw new Error(`the roadblock ${asked.of} lacks words`);
  const lockoutEndText = findPauseEnd(asked);
  return { title, ...(what !== undefined && { what }), affected, next, ...(lockoutEndText && { lockoutEndText }) };
}

function findPauseEnd(asked: WordsAsked): RoadblockWords["lockoutEndText"] {
  const { end, isLockedOut } = asked;
  if (!isLockedOut || end === undefined) return undefined;
  for (const part of ["what", "next"] as const) {
    const form = endForms.find((one) => String(findSentence(part, asked)).includes(`{${one}}`));
    if (form !== undefined) return { part, time: end[form] };
  }
  return undefined;
}

/** The title alone. Throws when it is missing. */
export function roadblockTitle(asked: WordsAsked): string {
  const title = formatPart("title", asked);
  if (title === undefined) throw new Error(`the roadblock ${asked.of} lacks a title`);
  return title;
}

/** Variant that the title uses; undefined for the default title. */
export function titleFormOf({ texts, of, forms }: Pick<WordsAsked, "texts" | "of" | "forms">): string | undefined {
  return of === "over" ? of : forms.find((form) => `roadblock:${of}.title.${form}` in texts);
}

function findSentence(part: string, { texts, of, forms }: WordsAsked): Sentence | undefined {
  const key = `roadblock:${of}.${part}`;
  return forms.map((form) => texts[`${key}.${form}`]).find((found) => found !== undefined) ?? texts[key];
}

function formatPart(part: string, asked: WordsAsked): string | undefined {
  const sentence = findSentence(part, asked);
  return sentence === undefined ? undefined : t(sentence, asked.language, { ...asked.end });
}
