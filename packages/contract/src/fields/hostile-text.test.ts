import { globSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, longTexts } from "../../../../test/hostile-texts.ts";

type Rule = (text: string, ...otherArguments: readonly unknown[]) => unknown;

/** Verbs of the functions that take what a person typed. */
const takesText = /^(check|normalise|format|mask|fold|shorten|tidy|has|without|pieceOf|provinceOf|passwordRuleStates)/;
const text = "maelle@courrier.example";
const policy = { rule: "composition", minLength: 8, maxLength: 64, requires: ["digit", "special"] };
/** What a function takes in addition to the text, where it is not another text. */
const otherArguments: Record<string, readonly unknown[]> = {
  checkDateOfBirth: [{ today: "2026-11-22" }],
  checkLicence: ["qc", { presence: "required" }],
  checkNewPassword: [{ policy, email: text }],
  passwordRuleStates: [{ policy, email: text }],
  checkPolicyNumber: [[7, 9]],
  shortenName: [40],
};

const files = globSync("*.rule.ts", { cwd: import.meta.dirname });
const modules: Record<string, Rule>[] = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))));
const rules = modules.flatMap((module) => Object.entries(module).filter(([name]) => takesText.test(name)));

test("every field rule is in the list", () => {
  expect(rules.map(([name]) => name)).toContain("checkEmail");
});

describe.each(rules)("%s", (name, rule) => {
  const check = (typed: string) => void rule(typed, ...(otherArguments[name] ?? [text]));

  test("returns for any text", () => {
    fc.assert(fc.property(anyText, check));
  });

  test("A-173 returns for 50,000 characters, on which a backtracking pattern would not end", () => {
    for (const long of longTexts) expect(() => check(long)).not.toThrow();
  });
});
