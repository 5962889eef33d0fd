import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { describe, expect, it } from "vitest";
import {
  errorPage,
  foreignFormPage,
  largeHeadersPage,
  linkWaitPage,
  longFormPage,
  unknownHostPage,
} from "./error-page.ts";
import { wordsToReplace } from "./plain-language.rule.ts";
import { namespaces, pageTexts } from "./tables.ts";
import { correctTypography, typographyFaults } from "./typography.rule.ts";

/** Sentences that mention the symbols themselves. */
const aboutSigns = new Set(["fields:password.special", "forms:password.rule.special"]);

const bilingualPages = [errorPage, foreignFormPage, largeHeadersPage, linkWaitPage, longFormPage, unknownHostPage];

function sentences(language: Language): [key: string, text: string][] {
  const ofTables = Object.entries(pageTexts(namespaces, language)).flatMap(([key, sentence]) =>
    (typeof sentence === "string" ? [sentence] : Object.values(sentence)).map((text): [string, string] => [key, text]),
  );
  const ofPages = bilingualPages.flatMap(({ title, home, ...page }) =>
    [...Object.values(page[language]), home?.[language] ?? title].map((text): [string, string] => [title, text]),
  );
  return [...ofTables, ...ofPages];
}

describe.each(languages)("every sentence in %s", (language) => {
  it("follows the typography of its language", () => {
    const faults = sentences(language)
      .filter(([key]) => !aboutSigns.has(key))
      .flatMap(([key, text]) => typographyFaults(text, language).map(({ reason }) => `${key} ${reason}: ${text}`));
    expect(faults).toEqual([]);
  });

  it("uses the preferred terms", () => {
    const faults = sentences(language).flatMap(([key, text]) =>
      wordsToReplace(text, language).map(({ rather }) => `${key}: ${text} (${rather})`),
    );
    expect(faults).toEqual([]);
  });
});

it("keeps a number and its unit together in every sentence in fr", () => {
  const apart = /[\d}] (?:secondes|minutes|heures|jours|mois|ans|caractères|lettres|chiffres)(?!\p{L})/u;
  expect(sentences("fr").filter(([, text]) => apart.test(text))).toEqual([]);
});

describe("the check of typography", () => {
  it.each([
    ["l'adresse", "’"],
    ["Un instant...", "…"],
    ["Besoin d’aide ?", "no space before"],
    ["Besoin d’aide\u00a0?", "no space before"],
    ["Erreur: essayez", "before a colon"],
    ["Erreur : essayez", "before a colon"],
    ["la page «Aide»", "inside « »"],
    ["la page « Aide »", "inside « »"],
    ["la page “Aide”", "quotes with « »"],
    ["400 %", "before %"],
    ["à 17 h 30", "in a time"],
  ])("catches %s", (text, fault) => {
    expect(typographyFaults(text, "fr").map(({ reason }) => reason)).toContainEqual(expect.stringContaining(fault));
  });

  it.each([
    "Besoin d’aide? Appelez-nous; c’est ouvert!",
    "Erreur\u00a0: essayez à 17\u00a0h\u00a030, sur https://portail.example:8443/x.",
    "La page «\u00a0Aide\u00a0», à 400\u00a0%…",
  ])("passes %s", (text) => {
    expect(typographyFaults(text, "fr")).toEqual([]);
  });

  it("requires only the apostrophe in English", () => {
    expect(typographyFaults("Don't stop: “now” at 5%!", "en")).toEqual([
      { reason: "takes the typographic apostrophe ’", code: "apostrophe" },
    ]);
  });
});

describe("the check of words", () => {
  it.each([
    ["en", "This code is invalid."],
    ["en", "Oops! An error occurred."],
    ["en", "Your e-mail"],
    ["fr", "Code invalide"],
    ["fr", "L’essai a échoué."],
    ["fr", "Votre email"],
    ["fr", "Un SMS est en route."],
    ["fr", "Connectez-vous"],
    ["fr", "Vous êtes connecté"],
    ["fr", "Êtes-vous certain de votre adresse?"],
    ["fr", "Vous n’êtes pas inscrit."],
    ["fr", "Client(e)"],
    ["fr", "Votre preuve d’assurance"],
  ] as const)("catches in %s: %s", (language, text) => {
    expect(wordsToReplace(text, language)).not.toEqual([]);
  });

  it("accepts preferred terms", () => {
    expect(wordsToReplace("Votre session est ouverte. Un courriel ou un texto est en route.", "fr")).toEqual([]);
    expect(wordsToReplace("Log in with your email.", "en")).toEqual([]);
  });
});

it.each([
  ["fr", "l'adresse d'{brand}...", "l’adresse d’{brand}…"],
  ["en", "Don't wait... {name}'s drivers' codes", "Don’t wait… {name}’s drivers’ codes"],
  ["fr", "Réponse : « oui » à 5 %", "Réponse\u00a0: «\u00a0oui\u00a0» à 5\u00a0%"],
  ["en", "Answer : 5 %", "Answer : 5 %"],
] as const)("puts the signs in %s that few keyboards can type in their places: %s", (language, typed, corrected) => {
  expect(correctTypography(typed, language)).toBe(corrected);
});
