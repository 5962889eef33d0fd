import type { Language } from "@vestibule/catalogue/province.table.ts";
import { longestSentenceWords, longSentences, wordsToReplace } from "./plain-language.rule.ts";
import { typographyFaults } from "./typography.rule.ts";
import type { Sentence } from "./wording.ts";

export interface SentenceFault {
  reason: string;
  code:
    | "empty"
    | "placeholder"
    | "codeLeftOut"
    | "long"
    | "plainWord"
    | ReturnType<typeof typographyFaults>[number]["code"];
  values?: Readonly<Record<string, string>>;
}

/**
 * Faults of a sentence that takes the place of the product's: a placeholder that the screen cannot fill, a code left
 * out, length, words that have a plainer one, and the typography of its language.
 */
export function sentenceFaults(
  text: string,
  { language, placeholders }: { language: Language; placeholders: readonly string[] },
): SentenceFault[] {
  if (text.trim() === "") return [{ reason: "is empty", code: "empty" }];
  const own = placeholdersIn(text);
  const limit = String(longestSentenceWords);
  return [
    ...own
      .filter((name) => !placeholders.includes(name))
      .map((name) => ({
        reason: `{${name}} is not known in this sentence`,
        code: "placeholder" as const,
        values: { placeholder: `{${name}}` },
      })),
    ...(placeholders.includes("code") && !own.includes("code")
      ? [{ reason: "must contain {code}", code: "codeLeftOut" as const, values: { placeholder: "{code}" } }]
      : []),
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
