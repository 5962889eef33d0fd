import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { type Sentence, t } from "@vestibule/wording/wording.ts";

/**
 * Texts of a roadblock. `what` says what happened, `affected` what it affects, `next` what to do: one sentence each.
 */
export interface RoadblockWords {
  title: string;
  what?: string;
  affected: string;
  next: string;
  /** The end of a lockout, and the part that contains it; absent if no part but the title does. */
  lockoutEndText?: { part: "what" | "next"; time: string };
}

/** Placeholders for the end of a lockout; each is replaced by the end with its preposition. */
export const endForms = ["until", "from", "before"] as const;
type EndForm = (typeof endForms)[number];

export interface RoadblockWordsInput {
  language: Language;
  /** Texts by key: "roadblock:<id>.<part>" and "roadblock:<id>.<part>.<form>". */
  texts: Readonly<Record<string, Sentence>>;
  /** `ended`: the texts of an expired lockout, which are the same for every roadblock. */
  of: RoadblockId | "ended";
  /** Variants that apply, in order; each part uses the first one for which it has a text. */
  forms: readonly string[];
  /** The formatted end, by placeholder. */
  end?: Readonly<Record<EndForm, string>> | undefined;
  /** Whether `end` is the end of a lockout rather than of something else, such as a link. */
  isLockedOut?: boolean;
}

/** Texts of a roadblock in its variants. Throws if one is missing. */
export function roadblockWords(input: RoadblockWordsInput): RoadblockWords {
  const [title, what, affected, next] = (["title", "what", "affected", "next"] as const).map((part) =>
    formatPart(part, input),
  );
  if (title === undefined || affected === undefined || next === undefined)
    throw new Error(`the roadblock ${input.of} lacks words`);
  const lockoutEndText = findLockoutEndText(input);
  return { title, ...(what !== undefined && { what }), affected, next, ...(lockoutEndText && { lockoutEndText }) };
}

function findLockoutEndText(input: RoadblockWordsInput): RoadblockWords["lockoutEndText"] {
  const { end, isLockedOut } = input;
  if (!isLockedOut || end === undefined) return undefined;
  for (const part of ["what", "next"] as const) {
    const form = endForms.find((one) => String(findSentence(part, input)).includes(`{${one}}`));
    if (form !== undefined) return { part, time: end[form] };
  }
  return undefined;
}

/** The title alone. Throws if it is missing. */
export function roadblockTitle(input: RoadblockWordsInput): string {
  const title = formatPart("title", input);
  if (title === undefined) throw new Error(`the roadblock ${input.of} lacks a title`);
  return title;
}

/** Variant that the title is in; undefined for the title without a variant. */
export function titleFormOf({
  texts,
  of,
  forms,
}: Pick<RoadblockWordsInput, "texts" | "of" | "forms">): string | undefined {
  return of === "ended" ? of : forms.find((form) => `roadblock:${of}.title.${form}` in texts);
}

function findSentence(part: string, { texts, of, forms }: RoadblockWordsInput): Sentence | undefined {
  const key = `roadblock:${of}.${part}`;
  return forms.map((form) => texts[`${key}.${form}`]).find((found) => found !== undefined) ?? texts[key];
}

function formatPart(part: string, input: RoadblockWordsInput): string | undefined {
  const sentence = findSentence(part, input);
  return sentence === undefined ? undefined : t(sentence, input.language, { ...input.end });
}
