import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { type Sentence, t } from "@vestibule/wording/wording.ts";

/** What a person before a roadblock reads: what happened, what that touches, and what to do, one sentence each. */
export interface RoadblockWords {
  title: string;
  what?: string;
  affected: string;
  next: string;
  /** When a pause ends, and the sentence that says so, where it is not the title. */
  pauseEnd?: { part: "what" | "next"; time: string };
}

/** A sentence says until when something lasts, from when on, or before when. */
export const endForms = ["until", "from", "before"] as const;
export type EndForm = (typeof endForms)[number];

export interface WordsAsked {
  language: Language;
  /** Those of the roadblocks, by "roadblock:<id>.<part>". */
  texts: Readonly<Record<string, Sentence>>;
  /** `over`: a pause that is behind the person has the same words wherever it was. */
  of: RoadblockId | "over";
  /** What is so of this person: a part that has one of these forms, `<part>.<form>`, is said in the first that it has. */
  forms: readonly string[];
  /** An end in words, where a form names it, behind each preposition that a sentence may have. */
  end?: Readonly<Record<EndForm, string>> | undefined;
  /** `end` is that of a pause. */
  isPaused?: boolean;
}

export function roadblockWords(asked: WordsAsked): RoadblockWords {
  const [title, what, affected, next] = (["title", "what", "affected", "next"] as const).map((part) =>
    sayPart(part, asked),
  );
  if (title === undefined || affected === undefined || next === undefined)
    throw new Error(`the roadblock ${asked.of} lacks words`);
  const pauseEnd = findPauseEnd(asked);
  return { title, ...(what !== undefined && { what }), affected, next, ...(pauseEnd && { pauseEnd }) };
}

function findPauseEnd(asked: WordsAsked): RoadblockWords["pauseEnd"] {
  const { end, isPaused } = asked;
  if (!isPaused || end === undefined) return undefined;
  for (const part of ["what", "next"] as const) {
    const form = endForms.find((one) => String(findSentence(part, asked)).includes(`{${one}}`));
    if (form !== undefined) return { part, time: end[form] };
  }
  return undefined;
}

/** The title alone. Throws where there is none. */
export function roadblockTitle(asked: WordsAsked): string {
  const title = sayPart("title", asked);
  if (title === undefined) throw new Error(`the roadblock ${asked.of} lacks a title`);
  return title;
}

/** The form in which a title is said; undefined where it has none of these. */
export function titleFormOf({ texts, of, forms }: Pick<WordsAsked, "texts" | "of" | "forms">): string | undefined {
  return of === "over" ? of : forms.find((form) => `roadblock:${of}.title.${form}` in texts);
}

function findSentence(part: string, { texts, of, forms }: WordsAsked): Sentence | undefined {
  const key = `roadblock:${of}.${part}`;
  return forms.map((form) => texts[`${key}.${form}`]).find((found) => found !== undefined) ?? texts[key];
}

function sayPart(part: string, asked: WordsAsked): string | undefined {
  const sentence = findSentence(part, asked);
  return sentence === undefined ? undefined : t(sentence, asked.language, { ...asked.end });
}
