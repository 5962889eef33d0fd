import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { testSecret } from "../../../../test/book-file.ts";
import { errorsOf, production } from "./test/test-settings.ts";

test("A-196 accepts random secrets in any encoding", () => {
  for (const encoding of ["hex", "base64", "base64url"] as const) {
    const fresh = () => randomBytes(32).toString(encoding);
    expect(errorsOf({ ...production, TOKEN_SECRETS: fresh(), HASH_SECRETS: fresh() })).toEqual([]);
  }
});

test.each([
  ["short", "k8Jd02"],
  ["sample", "please-change-me-please-change-me-please"],
  ["few characters", "abababababababababababababababababab"],
])("A-196 refuses a %s secret without repeating it", (_what, value) => {
  const errors = errorsOf({ ...production, TOKEN_SECRETS: value });
  expect(errors.map(({ name }) => name)).toEqual(["TOKEN_SECRETS"]);
  expect(JSON.stringify(errors)).not.toContain(value);
});

test.each([
  ["rows of keys", "qwertyuiopasdfghjklzxcvbnm123456"],
  ["columns of keys", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik."],
  ["a sequence backwards", "zyxwvutsrqponmlkjihgfedcba987654"],
  ["a repetition", "Winter-2026-Winter-2026-Winter-2026"],
  ["words", "correcthorsebatterystaplecorrect"],
])("A-196 refuses a secret of %s", (_what, value) => {
  const errors = errorsOf({ ...production, TOKEN_SECRETS: value });
  expect(errors).toEqual([{ name: "TOKEN_SECRETS", reason: expect.stringContaining("easy to guess") }]);
});

test("A-196 refuses two settings with the same secret", () => {
  const errors = errorsOf({ ...production, HASH_SECRETS: testSecret("t"), SERVICE_CREDENTIALS: testSecret("o") });
  expect(errors).toEqual([
    { name: "HASH_SECRETS", reason: "shares a secret with TOKEN_SECRETS" },
    { name: "SERVICE_CREDENTIALS", reason: "shares a secret with COOKIE_SECRETS" },
  ]);
});

test("A-202 refuses a third secret for one purpose", () => {
  const three = [testSecret("x"), testSecret("y"), testSecret("z")].join(",");
  expect(errorsOf({ ...production, TOKEN_SECRETS: three })[0]?.reason).toContain("more than two");
});
