import type { Language } from "@vestibule/catalogue/province.table.ts";

/** Maximum number of words in a sentence, in either language. A placeholder counts as one. */
const longestSentenceWords = 18;

/** English words that French does not have; a match means an untranslated sentence. */
const englishWord =
  /(?<![\p{L}’-])(?:the|an|and|or|of|to|by|with|from|is|are|was|will|this|that|you|your|we|our|it|not|please|again|password|email|link|phone|number|enter|choose|send|click|login|log)(?![\p{L}’-])/giu;

/** Names that keep their capital inside a French sentence. */
const frenchNames = new Set(
  (
    "Alberta Android Canada Colombie Commissariat Commission Île Internet Java Manitoba Nord Nouveau Nouvelle Nunavut " +
    "Ontario Québec Règles Saskatchewan Terre Territoires Web Yukon"
  ).split(" "),
);

const frenchInfinitive = /^(?!autre|notre|votre|dernier|premier)(?:me )?\p{L}+(?:er|ir|re)(?![\p{L}-])/iu;
/** English verbs have no typical ending, so this matches the first words of buttons without a verb. */
const englishNoun = /^(?:an?|another|the|my|your|our|new|next|back|return)(?!\p{L})/iu;

/** The sentences that exceed the maximum length. */
export function longSentences(text: string): string[] {
  return text.split(/(?<=[.?!…])\s+/u).filter((sentence) => wordsIn(sentence) > longestSentenceWords);
}

function wordsIn(sentence: string): number {
  return sentence.split(/[\s\u00a0]+/u).filter((word) => /[\p{L}\d]/u.test(word)).length;
}

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

/** Words that no sentence may use, with their replacement. */
export const preferredTerms: Readonly<Record<Language, readonly { not: RegExp; rather: string }[]>> = {
  en: [
    { not: /\binvalid\b|\bfailed\b|\boops\b|\berror occurred\b/i, rather: "how to put it right" },
    { not: /\be-mails?\b/i, rather: "email" },
    { not: /\bsign(?:ed|ing)?[ -]in\b/i, rather: "log in" },
    { not: /\bprogrammes?\b/i, rather: "program" },
    { not: /\bstart(?:s|ing)? over\b/i, rather: "start again" },
    { not: /\b(?:all|now) in one place\b/i, rather: "what the portal itself does" },
  ],
  fr: [
    { not: /\binvalides?\b|échou(?:é|er\b)|\boups\b|une erreur est survenue/i, rather: "comment corriger" },
    { not: /\be-?mails?\b|\bmails?\b/i, rather: "courriel" },
    { not: /\bSMS\b/, rather: "texto" },
    { not: /\bchat\b|\btchat/i, rather: "clavardage" },
    { not: /\bconnectez-vous\b|\bse connecter\b|\bvous connecter\b/i, rather: "ouvrir une session" },
    { not: /\bdéconnect/i, rather: "fermer la session" },
    { not: /connexions? (?:échou|précéd|juste)|dernière connexion/i, rather: "ouverture de session" },
    { not: /\brôle sur la police/i, rather: "rôle dans la police" },
    { not: /\bcookies?\b/i, rather: "témoin" },
    { not: /\bau même endroit\b/i, rather: "ce que le portail fait lui-même" },
    { not: /\bcarte rose\b|\bpreuve d’assurance\b/i, rather: "attestation d’assurance" },
    // Avoids grammatical gender: "Votre session est ouverte".
    {
      not: /vous (?:êtes|avez été|serez) (?:bien )?(?:\p{L}+é|inscrit)(?!\p{L})/iu,
      rather: "une tournure sans accord",
    },
    {
      not: /(?:êtes(?:-vous)?|soyez|restez)(?: pas)?(?: bien)? (?:prêt|sûr|certain|seul|inscrit|nouveau|assuré|autorisé)e?(?!\p{L})/iu,
      rather: "une tournure sans accord",
    },
    { not: /\p{L}\((?:e|ne|le)\)|\p{L}·e/u, rather: "une tournure sans accord" },
  ],
};
