import { expect, it } from "vitest";
import { checkEmail, normaliseEmail } from "./email.rule.ts";
import { checkPostalCode, normalisePostalCode } from "./postal-code.rule.ts";
import { checkSecurityCode, normaliseCode } from "./security-code.rule.ts";
import { tidyText } from "./text.rule.ts";

it("A-179 drops leading space and collapses any white space between words to one space", () => {
  expect(tidyText("\u00a0 \t Jean\u3000\u00a0 Roy ")).toBe("Jean Roy ");
});

it.each(["\u00a0", "\u3000", " "])("A-179 accepts an e-mail, a code and a postal code in spaces as %j", (space) => {
  const around = (value: string) => `${space}${value}${space}`;
  expect([checkEmail(around("a@bc.example")), normaliseEmail(around("a@bc.example"))]).toEqual([
    undefined,
    "a@bc.example",
  ]);
  expect([checkSecurityCode(around("123456")), normaliseCode(around("123456"))]).toEqual([undefined, "123456"]);
  expect([checkPostalCode(around("k1a 0b1")), normalisePostalCode(around("k1a 0b1"))]).toEqual([undefined, "K1A0B1"]);
});
