import { expect, test } from "vitest";
import { brandChanges } from "./brand-changes.rule.ts";

test("lists each changed value of a JSON file by its place, and another file as a whole", () => {
  const before = {
    "brand.json": '{"telephone":{"customer":{"default":"1"}},"hosts":["a"]}',
    "wording.json": '{"en":{"login:title":"Log in"}}',
    "tokens.css": "a{}",
  };
  const after = {
    "brand.json": '{"hosts":["a"],"telephone":{"customer":{"default":"2"},"callMinutes":{"customer":5}}}',
    "tokens.css": "b{}",
  };
  expect(brandChanges(before, after)).toEqual([
    { place: "brand.json telephone customer default", before: "1", after: "2" },
    { place: "wording.json en login:title", before: "Log in", after: undefined },
    { place: "tokens.css", before: "a{}", after: "b{}" },
    { place: "brand.json telephone callMinutes customer", before: undefined, after: "5" },
  ]);
  expect(brandChanges(after, after)).toEqual([]);
});

test("lists each changed colour of tokens.css alone, by its scheme", () => {
  const css = (light: string, dark: string) =>
    `:root { --action: ${light}; --text: #111111; }\n@media (prefers-color-scheme: dark) { :root { --action: ${dark}; --text: #eeeeee; } }`;
  const changes = brandChanges(
    { "tokens.css": css("#083f41", "#3a9d97") },
    { "tokens.css": css("#004444", "#3a9d97") },
  );
  expect(changes).toEqual([{ place: "tokens.css light --action", before: "#083f41", after: "#004444" }]);
});
