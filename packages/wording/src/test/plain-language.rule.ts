import type { Language } from "@vestibule/catalogue/province.table.ts";

/** English words that French does not have; a match means an untranslated sentence. */
const englishWord =
  /(?<![\p{L}’-])(?:the|an|and|or|of|to|by|with|from|is|are|was|will|this|that|you|your|we|our|it|not|please|again|password|email|link|phone|number|enter|choose|send|click|login|log)(?![\p{L}’-])/giu;

/** Names that keep their capital inside a French sentence. */
const frenchNames = new Set(
  (
    "Alberta Android Canada Colombie Commissariat Commission Île Internet Java Manitoba Mo Node Nord Nouveau Nouvelle Nunavut " +
    "Ontario Québec Règles Saskatchewan Terre Territoires Web Yukon"
  ).split(" "),
);

const frenchInfinitive = /^(?!autre|notre|votre|dernier|premier)(?:me )?\p{L}+(?:er|ir|re)(?![\p{L}-])/iu;
/** English verbs have no typical ending, so this matches the first words of buttons without a verb. */
const englishNoun = /^(?:an?|another|the|my|your|our|new|next|back|return)(?!\p{L})/iu;

/** The English words in a French text, except in braces. */
export function englishWordsIn(french: string): string[] {
  return [...french.replace(/\{\w+\}/g, "").matchAll(englishWord)].map(([word]) => word);
}

/** Capitalised words of a French text that are neither first in a sentence nor a name. */
export function needlessCapitals(french: string): string[] {
  return [...french.matchAll(/(?<=[\p{Ll}\d,;’}][\s\u00a0]|\p{Ll}’)\p{Lu}\p{Ll}+/gu)]
    .map(([word]) => word)
    .filter((word) => !frenchNames.has(word));
}

export function beginsWithVerb(button: string, language: Language): boolean {
  return language === "fr" ? frenchInfinitive.test(button) : !englishNoun.test(button);
}
