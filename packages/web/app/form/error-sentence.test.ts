import { languages } from "@vestibule/catalogue/province.table.ts";
import { checkNewPassword } from "@vestibule/contract/fields/password.rule.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { compositionPolicy } from "../../../../test/password-policy.ts";
import { errorSentenceKey } from "./error-sentence.rule.ts";

const texts = pageTexts(["fields"], "en");
const has = (key: string) => texts[key] !== undefined;
const sentenceFor = (character: string) => {
  const error = checkNewPassword(`Abcdefg1!x${character}`, { policy: compositionPolicy, email: "" });
  return error && errorSentenceKey("password", error, has);
};

test.each(["\u00a0", "\u202f", "\t", "\u200b", "\u2060", "\ufeff", "\u0000", "\u2800", "\ufe0f"])(
  "the sentence about %j in a password does not show a character that cannot be seen",
  (character) => {
    expect(sentenceFor(character)).toBe("fields:password.invalidCharacter.hidden");
    for (const language of languages)
      expect(pageTexts(["fields"], language)).toHaveProperty([sentenceFor(character) ?? ""]);
  },
);

test.each(["é", "😀", "x\u0301"])("the sentence about %s in a password shows it", (character) => {
  expect(sentenceFor(character)).toBe("fields:password.invalidCharacter");
});

test("an error without facts has the sentence without placeholders, where there is one", () => {
  expect(errorSentenceKey("password", { key: "invalidCharacter" }, has)).toBe("fields:password.invalidCharacter.plain");
  expect(errorSentenceKey("password", { key: "digit" }, has)).toBe("fields:password.digit");
});
