import { brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { secondFactorReasonsOf } from "./second-factor-reasons.rule.ts";

const { defaultBrand: newBrowser } = await testBrands("newBrowser");
const { defaultBrand: always } = await testBrands("always");
const { defaultBrand: never } = await testBrands("never");
const raising = (signals: (typeof newBrowser)["secondFactor"]["signals"]) => ({
  ...newBrowser,
  secondFactor: { ...newBrowser.secondFactor, signals },
});

test("a known password alone does not ask for a second proof, and together with another signal is a reason", () => {
  expect(secondFactorReasonsOf(newBrowser, ["knownPassword"])).toEqual([]);
  expect(secondFactorReasonsOf(newBrowser, ["dormant", "knownPassword"])).toEqual(["dormant", "knownPassword"]);
});

test("a known password asks for a second proof under a brand that raises its weight", () => {
  expect(secondFactorReasonsOf(raising({ knownPassword: 10 }), ["knownPassword"])).toEqual(["knownPassword"]);
});

test("a brand cannot lower the weight of a signal", () => {
  const { shape } = brandSchema;
  const weigh = (signals: object) => shape.secondFactor.safeParse({ signals }).success;
  expect(weigh({ knownPassword: 5, dormant: 10 })).toBe(true);
  expect(weigh({ knownPassword: 4 })).toBe(false);
  expect(weigh({ dormant: 9 })).toBe(false);
});

test("signals add reasons where a brand asks at each sign-in, and none where it never asks", () => {
  expect(secondFactorReasonsOf(always, [])).toEqual(["everySignIn"]);
  expect(secondFactorReasonsOf(always, ["failedTries"])).toEqual(["everySignIn", "failedTries"]);
  expect(secondFactorReasonsOf(never, ["failedTries", "dormant"])).toEqual([]);
});
