import type { Language } from "@vestibule/catalogue/province.table.ts";
import { longestSentenceWords, longSentences, wordsToReplace } from "./plain-language.rule.ts";
import { typographyFaults } from "./typography.rule.ts";
import type { Sentence } from "./wording.ts";

export interface SentenceFault {
  reason: string;
  code:
    | "empty"
    | "control"
    | "placeholder"
    | "placeholderLeftOut"
    | "long"
    | "plainWord"
    | ReturnType<typeof typographyFaults>[number]["code"];
  values?: Readonly<Record<string, string>>;
}

/** What no screen shows, such as a zero-width space or a change of direction; a line end divides paragraphs. */
const hiddenCharacter = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u;

/** A brand may write out its own name, and a plural form may do without its number. */
const mayBeLeftOut = /^(?:brand|atBrand|ofBrand|count$)/;

/**
 * Faults of a sentence that takes the place of the product's: a hidden character, a placeholder that the screen cannot
 * fill, one that is left out, length, words that have a plainer one, and the typography of its language.
 */
export function sentenceFaults(
  text: string,
  { language, placeholders }: { language: Language; placeholders: readonly string[] },
): SentenceFault[] {
  if (text.trim() === "") return [{ reason: "is empty", code: "empty" }];
  const usedPlaceholders = placeholdersIn(text);
  const limit = String(longestSentenceWords);
  return [
    ...(hiddenCharacter.test(text) ? [{ reason: "contains a hidden character", code: "control" as const }] : []),
    ...usedPlaceholders
      .filter((name) => !placeholders.includes(name))
      .map((name) => ({
        reason: `{${name}} is not known in this sentence`,
        code: "placeholder" as const,
        values: { placeholder: `{${name}}` },
      })),
    ...[...new Set(placeholders)]
      .filter((name) => !usedPlaceholders.includes(name) && !mayBeLeftOut.test(name))
      .map((name) => ({
        reason: `must contain {${name}}`,
        code: "placeholderLeftOut" as const,
        values: { placeholder: `{${name}}` },
      })),
    ...longSentences(text).map((sentence) => ({
      reason: `has more than ${limit} words in “${sentence}”`,
      code: "long" as const,
      values: { limit },
    })),
    ...wordsToReplace(text, language).map(({ word, rather }) => ({
      reason: `“${word}” has a plainer word: ${rather}`,
      code: "plainWord" as const,
      values: { word, rather },
    })),
    ...typographyFaults(text, language),
  ];
}

/** Names of the placeholders of a sentence, of all its plural forms. */
export function placeholdersIn(text: Sentence): string[] {
  const whole = typeof text === "string" ? text : Object.values(text).join(" ");
  return [...whole.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}
