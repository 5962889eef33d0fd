import { expect, test } from "vitest";
import { placeKey, screensOf } from "./touched-screens.rule.ts";

test("finds what the index has for a place in a brand's files", () => {
  expect(
    [
      "wording.json fr login:title",
      "brand.json telephone customer default",
      "brand.json openingHours qc saturday",
      "brand.json forms fr of",
      "tokens.css",
    ].map(placeKey),
  ).toEqual(["login:title", "telephone", "hours:week.monday", "part forms", undefined]);
});

const index = new Map([
  ["login:title", ["login", "login-error", "login-wait", "frame-open"]],
  ["fields:email", ["login", "reset"]],
]);

test("shows a place on three screens, one of each kind first", () => {
  expect(screensOf(["login:title"], index)).toEqual(["login", "frame-open", "login-error"]);
  expect(screensOf(["login:title", "login:title", "fields:email"], index)).toEqual([
    "login",
    "frame-open",
    "login-error",
    "reset",
  ]);
});

test("shows the first screen of a place first, also where a later one is of its kind", () => {
  const ids = ["create", "password-refused", "create-not-saved"];
  expect(screensOf(["fields:password"], new Map([["fields:password", ids]]))[0]).toBe("create");
});

test("shows none for a sentence of no screen, and fixed screens for colours and drawings", () => {
  expect(screensOf(["mail:subject"], index)).toEqual([]);
  expect(screensOf([undefined, undefined], index)).toHaveLength(4);
});

test("shows each of many places on one screen", () => {
  const many = Array.from({ length: 11 }, (_, number) => `key:${number}`);
  const all = new Map(many.map((key, number) => [key, ["login", `screen-${number}`]]));
  expect(screensOf(many, all)).toEqual(["login"]);
});

test("shows the screens of a part of the brand, and none for what is in emails alone", () => {
  expect(screensOf(["part passwordPolicy"], index)).toEqual(["create", "reset", "account-password"]);
  expect(screensOf(["part mailFrom"], index)).toEqual([]);
  expect(screensOf(["part forms"], index)).toEqual(screensOf([undefined], index));
});
