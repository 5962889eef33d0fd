import { expect, test } from "vitest";
import { placeholdersIn, sentenceFaults } from "./sentence.rule.ts";

const english = { language: "en", placeholders: ["brand"] } as const;
const codesOf = (text: string, facts: Parameters<typeof sentenceFaults>[1] = english) =>
  sentenceFaults(text, facts).map(({ code }) => code);

test("accepts a sentence with what the screen can fill in", () => {
  expect(codesOf("Log in to {brand}")).toEqual([]);
});

test("refuses an empty sentence, an unknown placeholder and one that is left out", () => {
  expect(codesOf("  ")).toEqual(["empty"]);
  expect(sentenceFaults("Hello {name}", english)).toMatchObject([
    { code: "placeholder", values: { placeholder: "{name}" } },
  ]);
  for (const name of ["code", "time", "name"])
    expect(sentenceFaults("See you soon.", { language: "en", placeholders: [name] })).toMatchObject([
      { code: "placeholderLeftOut", values: { placeholder: `{${name}}` } },
    ]);
});

test("accepts a sentence in which the brand writes out its name, and a plural form without its number", () => {
  expect(codesOf("Log in to Belair")).toEqual([]);
  expect(codesOf("Fix these", { language: "en", placeholders: ["count"] })).toEqual([]);
});

test("A-461 refuses hidden characters, and keeps paragraphs and no-break spaces", () => {
  for (const character of [
    "\u0000",
    "\u001b",
    "\u200b",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\u00ad",
    "\u2028",
    "\ud800",
    "\ue000",
  ])
    expect(codesOf(`Log ${character}in`), JSON.stringify(character)).toEqual(["control"]);
  expect(codesOf("Log in.\n\nThen\u00a0go on.")).toEqual([]);
});

test("refuses more than eighteen words between two stops", () => {
  const words = Array.from({ length: 18 }, () => "word").join(" ");
  expect(codesOf(`${words}. ${words}.`)).toEqual([]);
  expect(sentenceFaults(`${words} more.`, english)).toMatchObject([{ code: "long", values: { limit: "18" } }]);
});

test("names the word that has a plainer one, in the language of the sentence", () => {
  expect(sentenceFaults("Sign in again.", english)).toMatchObject([
    { code: "plainWord", values: { word: "Sign in", rather: "log in" } },
  ]);
  expect(codesOf("Écrivez un email.", { language: "fr", placeholders: [] })).toEqual(["plainWord"]);
});

test("refuses the typography of another language", () => {
  expect(codesOf("Bravo !", { language: "fr", placeholders: [] })).toEqual(["punctuation"]);
});

test("finds the placeholders of every plural form", () => {
  expect(placeholdersIn({ one: "One {thing}", other: "{count} of {thing}" })).toEqual(["thing", "count", "thing"]);
});
