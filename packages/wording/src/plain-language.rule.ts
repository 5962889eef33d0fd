import type { Language } from "@vestibule/catalogue/province.table.ts";

/** Maximum number of words in a sentence, in either language. A placeholder counts as one. */
export const longestSentenceWords = 18;

/** The sentences that exceed the maximum length. */
export function longSentences(text: string): string[] {
  return text.split(/(?<=[.?!…])\s+/u).filter((sentence) => wordsIn(sentence) > longestSentenceWords);
}

function wordsIn(sentence: string): number {
  return sentence.split(/[\s\u00a0]+/u).filter((word) => /[\p{L}\d]/u.test(word)).length;
}

/** Words that no sentence may use, with their replacement. */
const preferredTerms: Readonly<Record<Language, readonly { not: RegExp; rather: string }[]>> = {
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

/** Words of a text that have a plainer one, with what to write instead. */
export function wordsToReplace(text: string, language: Language): { word: string; rather: string }[] {
  const words = text.replace(/\{\w+\}/g, "");
  return preferredTerms[language].flatMap(({ not, rather }) => {
    const [word] = not.exec(words) ?? [];
    return word === undefined ? [] : [{ word, rather }];
  });
}
