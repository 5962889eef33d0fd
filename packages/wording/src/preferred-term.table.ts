import type { Language } from "@vestibule/catalogue/province.table.ts";

/** Words that no sentence may use, with their replacement. */
export const preferredTerms: Readonly<Record<Language, readonly { not: RegExp; rather: string }[]>> = {
  en: [
    { not: /\binvalid\b|\bfailed\b|\boops\b|\berror occurred\b/i, rather: "how to put it right" },
    { not: /\be-mails?\b/i, rather: "email" },
    { not: /\bsign(?:ed|ing)?[ -]in\b/i, rather: "log in" },
    { not: /\bstart(?:s|ing)? over\b/i, rather: "start again" },
    { not: /\b(?:all|now) in one place\b/i, rather: "what the portal itself does" },
  ],
  fr: [
    { not: /\binvalides?\b|\béchoué|\boups\b|une erreur est survenue/i, rather: "comment corriger" },
    { not: /\be-?mails?\b|\bmails?\b/i, rather: "courriel" },
    { not: /\bSMS\b/, rather: "texto" },
    { not: /\bchat\b|\btchat/i, rather: "clavardage" },
    { not: /\bconnectez-vous\b|\bse connecter\b|\bvous connecter\b/i, rather: "ouvrir une session" },
    { not: /\bdéconnect/i, rather: "fermer la session" },
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
