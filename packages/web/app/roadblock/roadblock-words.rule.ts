import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { type Sentence, say } from "@vestibule/wording/wording.ts";

/** What a person before a roadblock reads: what happened, what that touches, and what to do, one sentence each. */
export interface RoadblockWords {
  title: string;
  what?: string;
  affected: string;
  next: string;
  /** When a pause ends, and the sentence that says so, where it is not the title. */
  pauseEnd?: { part: "what" | "next"; time: string };
}

export interface WordsAsked {
  language: Language;
  /** Those of the roadblocks, by "roadblock:<id>.<part>". */
  texts: Readonly<Record<string, Sentence>>;
  /** `over`: a pause that is behind the person has the same words wherever it was. */
  of: RoadblockId | "over";
  /** What is so of this person: a part that has one of these forms, `<part>.<form>`, is said in the first that it has. */
  forms: readonly string[];
  /** The end of the pause in words, where a form names it. */
  time?: string | undefined;
  /** `time` is when a pause ends. */
  isPaused?: boolean;
}

export function roadblockWords(asked: WordsAsked): RoadblockWords {
  const [title, what, affected, next] = (["title", "what", "affected", "next"] as const).map((part) =>
    sayPart(part, asked),
  );
  if (title === undefined || affected === undefined || next === undefined)
    throw new Error(`the roadblock ${asked.of} lacks words`);
  const saysTime = (part: string) => String(findSentence(part, asked)).includes("{time}");
  const { time, isPaused } = asked;
  const part = isPaused ? (["what", "next"] as const).find(saysTime) : undefined;
  const pauseEnd = part && time !== undefined ? { pauseEnd: { part, time } } : {};
  return { title, ...(what !== undefined && { what }), affected, next, ...pauseEnd };
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
  const { language, time } = asked;
  const sentence = findSentence(part, asked);
  return sentence === undefined ? undefined : say(sentence, language, time === undefined ? {} : { time });
}
