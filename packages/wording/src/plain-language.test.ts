import { readdir } from "node:fs/promises";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { describe, expect, it } from "vitest";
import * as english from "./en/index.ts";
import {
  errorPage,
  foreignFormPage,
  largeHeadersPage,
  linkWaitPage,
  longFormPage,
  unknownHostPage,
} from "./error-page.ts";
import * as french from "./fr/index.ts";
import { longSentences } from "./plain-language.rule.ts";
import { namespaces, pageTexts } from "./tables.ts";
import { beginsWithVerb, englishWordsIn, needlessCapitals } from "./test/plain-language.rule.ts";
import type { Sentence } from "./wording.ts";

const forms = (sentence: Sentence): string[] => (typeof sentence === "string" ? [sentence] : Object.values(sentence));
const entries = (language: (typeof languages)[number]) =>
  Object.entries(pageTexts(namespaces, language)).flatMap(([key, sentence]) =>
    forms(sentence).map((text) => ({ key, text })),
  );
const bilingual = [errorPage, foreignFormPage, largeHeadersPage, linkWaitPage, longFormPage, unknownHostPage];

/** Language names, each in its own language. */
const inTheirOwnLanguage = new Set(["frame:language.en", "demo:otherLanguage"]);
/** Keys used only for buttons and pressable rows. */
const button = /^roadblock:exit\.\w+$|[.:](?:submit|send|resend|button|again|startOver|stay|enter|join)$/;

describe.each(languages)("every sentence in %s", (language) => {
  it("is short enough", () => {
    const pages = bilingual.flatMap((page) => longSentences(page[language].text));
    const long = entries(language).flatMap(({ key, text }) => longSentences(text).map((one) => `${key}: ${one}`));
    expect([...pages, ...long]).toEqual([]);
  });

  it("begins with a verb where it is a button", () => {
    const buttons = entries(language).filter(({ key }) => button.test(key));
    expect(buttons.length).toBeGreaterThan(30);
    expect(buttons.filter(({ text }) => !beginsWithVerb(text, language))).toEqual([]);
  });
});

describe("every sentence in fr", () => {
  const french = entries("fr").filter(({ key }) => !inTheirOwnLanguage.has(key));

  it("has no English words", () => {
    expect(french.filter(({ text }) => englishWordsIn(text).length > 0)).toEqual([]);
  });

  it("was not copied from the English", () => {
    const inEnglish: Record<string, Sentence> = pageTexts(namespaces, "en");
    const copied = french.filter(({ key, text }) => text === inEnglish[key] && text.split(" ").length > 3);
    expect(copied).toEqual([]);
  });

  it("has « jusqu’au » in labels of data, before a date", () => {
    expect(french.filter(({ key, text }) => key.startsWith("personExport:") && text.endsWith("jusqu’à"))).toEqual([]);
  });

  it("has an exclamation mark only in a welcome, and as an example of a symbol", () => {
    const exclaimed = french.filter(({ text }) => text.includes("!")).map(({ key }) => key);
    expect(exclaimed).toEqual([
      "fields:password.special",
      "forms:password.rule.special",
      "policyNumberRegistration:handOff.title",
    ]);
  });

  it("calls paused access « en pause », and suspends only in the terms of use", () => {
    expect(french.filter(({ key, text }) => /suspen[ds]/.test(text) && key !== "legal:terms.5.text")).toEqual([]);
  });

  it("gives insurance and times one wording", () => {
    const other = /prêt à utiliser|assurance (?:continue|reste la même)|prend pas fin d’elle-même|en session dans/;
    expect(french.filter(({ text }) => other.test(text))).toEqual([]);
  });

  it("has capitals only for names", () => {
    expect(french.filter(({ text }) => needlessCapitals(text).length > 0)).toEqual([]);
  });
});

describe("both languages", () => {
  const facts = (sentence: Sentence | undefined) => [
    ...new Set(forms(sentence ?? "").flatMap((text) => text.match(/\{\w+\}/g) ?? [])),
  ];

  it("have the same sentences, with the same placeholders", () => {
    const en = pageTexts(namespaces, "en");
    const fr = pageTexts(namespaces, "fr");
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
    const different = Object.keys(en).filter((key) => facts(en[key]).sort().join() !== facts(fr[key]).sort().join());
    expect(different).toEqual([]);
  });

  it("name on the privacy page everything that people are counted by", () => {
    const kept = (language: (typeof languages)[number]) =>
      String(pageTexts(["legal"], language)["legal:privacy.2.text"]);
    for (const word of ["brand", "province", "language", "type of account", "email that brought"])
      expect(kept("en").split("We also count")[1]).toContain(word);
    for (const word of ["marque", "province", "langue", "type de compte", "courriel qui"])
      expect(kept("fr").split("Nous comptons aussi")[1]).toContain(word);
  });

  it("have no empty sentence", () => {
    expect(languages.flatMap(entries).filter(({ text }) => text.trim() === "")).toEqual([]);
  });

  it("never call a screen that stops a person by its name in the code", () => {
    const spoken = languages.flatMap(entries).filter(({ key }) => !/^(?:demo|agentGuide):/.test(key));
    expect(spoken.filter(({ text }) => /roadblock|impasse/i.test(text))).toEqual([]);
  });

  it("include every file of the wording", async () => {
    const inTables = namespaces.map((name) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`);
    inTables.push("index.ts");
    for (const language of languages)
      expect((await readdir(new URL(`./${language}/`, import.meta.url))).sort()).toEqual(inTables.sort());
    expect([Object.keys(english), Object.keys(french)]).toEqual([namespaces, namespaces]);
  });
});

describe("the check of plain language", () => {
  const nineteen =
    "Entrez le code que nous avons envoyé à votre adresse courriel sur la page où vous créez votre compte.";

  it("counts the words of a sentence, not of a text", () => {
    expect(longSentences(nineteen)).toEqual([nineteen]);
    expect(longSentences(nineteen.replace(" sur", ". Puis"))).toEqual([]);
  });

  it.each(["Your password", "Entrez your code", "Le code is ici", "Please réessayez"])(
    "finds English in %s",
    (text) => {
      expect(englishWordsIn(text)).not.toEqual([]);
    },
  );

  it.each(["Entrez le code que {link} donne.", "Votre compte date de l’an passé.", "Répondez par courriel."])(
    "finds no English in %s",
    (text) => {
      expect(englishWordsIn(text)).toEqual([]);
    },
  );

  it.each(["Votre Numéro de police", "les Conditions d’utilisation", "l’Adresse courriel"])(
    "finds the capital in %s",
    (text) => {
      expect(needlessCapitals(text)).toHaveLength(1);
    },
  );

  it("accepts capitals in names and first words", () => {
    expect(needlessCapitals("Au Québec, rien ne change. Écrivez au Commissariat.")).toEqual([]);
  });

  it.each([
    ["fr", "Nouveau code"],
    ["fr", "Autre code"],
    ["fr", "Vérification du code"],
    ["fr", "Envoyez le code"],
    ["en", "New code"],
    ["en", "Back to login"],
  ] as const)("rejects in %s the button %s", (language, text) => {
    expect(beginsWithVerb(text, language)).toBe(false);
  });
});
