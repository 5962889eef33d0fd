import type { Language } from "@vestibule/catalogue/province.table.ts";

/** The most words that one sentence has, in either language. A placeholder counts as one. */
const longestSentenceWords = 18;

/** Words of English that French does not have: where one stands, a sentence was left untranslated. */
const englishWord =
  /(?<![\p{L}’-])(?:the|an|and|or|of|to|by|with|from|is|are|was|will|this|that|you|your|we|our|it|not|please|again|password|email|link|phone|number|enter|choose|send|click|login|log)(?![\p{L}’-])/giu;

/** Names that keep their capital inside a French sentence; no other word takes one. */
const frenchNames = new Set(
  (
    "Alberta Android Canada Colombie Commissariat Commission Île Internet Java Manitoba Nord Nouveau Nouvelle Nunavut " +
    "Ontario Québec Règles Saskatchewan Terre Territoires Web Yukon"
  ).split(" "),
);

const frenchInfinitive = /^(?!autre|notre|votre|dernier|premier)(?:me )?\p{L}+(?:er|ir|re)(?![\p{L}-])/iu;
/** English verbs have no ending to be known by; what a button without one begins with is known. */
const englishNoun = /^(?:an?|another|the|my|your|our|new|next|back|return)(?!\p{L})/iu;

/** The sentences of a text that are too long to be read in one breath. */
export function longSentences(text: string): string[] {
  return text.split(/(?<=[.?!…])\s+/u).filter((sentence) => wordsIn(sentence) > longestSentenceWords);
}

function wordsIn(sentence: string): number {
  return sentence.split(/[\s\u00a0]+/u).filter((word) => /[\p{L}\d]/u.test(word)).length;
}

/** The English words in a French text; what stands in braces is not read. */
export function englishWordsIn(french: string): string[] {
  return [...french.replace(/\{\w+\}/g, "").matchAll(englishWord)].map(([word]) => word);
}

/** The words of a French text that have a capital and are neither first in a sentence nor a name. */
export function needlessCapitals(french: string): string[] {
  return [...french.matchAll(/(?<=[\p{Ll}\d,;’}][\s\u00a0]|\p{Ll}’)\p{Lu}\p{Ll}+/gu)]
    .map(([word]) => word)
    .filter((word) => !frenchNames.has(word));
}

/** Whether a button begins with what it does. */
export function beginsWithVerb(button: string, language: Language): boolean {
  return language === "fr" ? frenchInfinitive.test(button) : !englishNoun.test(button);
}
