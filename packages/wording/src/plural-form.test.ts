import { languages } from "@vestibule/catalogue/province.table.ts";
import { expect, test } from "vitest";
import { operatorText } from "./operator-text.rule.ts";
import { namespaces, overriddenSentence, pageTextForms, pageTexts, sentence } from "./tables.ts";
import { t } from "./wording.ts";

const overrides = { "forms:summary.title_one": "Fix one thing", "common:continue_one": "Not a plural" };

test("says a brand’s plural form for its numbers, and the product’s for the others", () => {
  const title = (count: number) => t(sentence("forms:summary.title", "en", overrides), "en", { count });
  expect([title(1), title(2)]).toEqual(["Fix one thing", "There are 2 things to fix"]);
  expect(pageTexts(["forms"], "en", overrides)["forms:summary.title"]).toEqual({
    one: "Fix one thing",
    other: "There are {count} things to fix",
  });
});

test.each([
  ["en", [0, 1, 2, 1_000_000], ["0 people", "1 person", "2 people", "1000000 people"]],
  ["fr", [0, 1, 2, 1_000_000], ["0 personne", "1 personne", "2 personnes", "1000000 personnes"]],
] as const)("chooses the plural form of %s for none, one, two and a million", (language, counts, said) => {
  expect(counts.map((count) => t(sentence("demo:people.count", language), language, { count }))).toEqual(said);
});

test.each([
  ["certificateValid", { host: "sms.example" }, / 1 more day$/, / 1\u00a0jour$/, / 2 more days$/, / 2\u00a0jours$/],
  ["connectionCount", { most: 97, each: 40 }, / 1 server with/, / 1 serveur de/, / 2 servers with/, / 2 serveurs de/],
] as const)("writes the %s of a check for one and for two", (key, values, en, fr, enOfTwo, frOfTwo) => {
  const texts = (count: number) => operatorText(key, { ...values, count });
  expect(texts(1)).toEqual({ en: expect.stringMatching(en), fr: expect.stringMatching(fr) });
  expect(texts(2)).toEqual({ en: expect.stringMatching(enOfTwo), fr: expect.stringMatching(frOfTwo) });
});

test.each([
  ["en", ["The screen fills in {time}. Write it as it is.", "The screen fills in {time}. Write them as they are."]],
  ["fr", ["L’écran remplit {time}. Écrivez-le tel quel.", "L’écran remplit {time}. Écrivez-les tels quels."]],
] as const)("asks in %s to keep one placeholder or several", (language, said) => {
  const ask = (count: number) =>
    t(sentence("team:sentence.placeholders", language), language, { count, names: "{time}" });
  expect([ask(1), ask(2)]).toEqual(said);
});

test("gives each plural form the key that an override of it has, and each key the sentence that it replaces", () => {
  const forms = pageTextForms(["forms", "common"], "en", overrides);
  expect(forms).toMatchObject({
    "forms:summary.title_one": "Fix one thing",
    "forms:summary.title_other": "There are {count} things to fix",
  });
  expect(forms).not.toHaveProperty(["forms:summary.title"]);
  expect(forms).not.toHaveProperty(["common:continue_one"]);
  for (const language of languages)
    for (const [key, text] of Object.entries(pageTextForms(namespaces, language)))
      expect(
        [overriddenSentence(key, language)].flatMap((own) => (typeof own === "object" ? Object.values(own) : own)),
      ).toContain(text);
});

test("has the same keys in both languages, so that each plural form is a row of both", () => {
  const keys = (language: "en" | "fr") => Object.keys(pageTextForms(namespaces, language)).sort();
  expect(keys("fr")).toEqual(keys("en"));
});
