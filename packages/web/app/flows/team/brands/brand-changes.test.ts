import { expect, test } from "vitest";
import { brandChanges, contentOf } from "./brand-changes.rule.ts";

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

test("names what a place holds, and nothing for a place that it does not know", () => {
  expect(
    [
      "wording.json fr login:title",
      "brand.json telephone customer default",
      "brand.json telephone customer provinces qc",
      "brand.json telephones",
    ].map(contentOf),
  ).toEqual(["team:changes.french", "team:telephone.number", "team:telephone.number", undefined]);
});
