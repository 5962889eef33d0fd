import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { generateNonce, pageTemplate } from "./page-template.ts";

/** Repeats itself, so that DEFLATE finds matches around and across each nonce. */
const piece = fc.array(fc.constantFrom('<script nonce="', '">', "é", "’", "a".repeat(300), "\0", generateNonce()), {
  maxLength: 200,
});

it("fills in any nonce, as text and as a gzip file", () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
      const texts = pieces.map((words) => words.join(""));
      const placeholder = generateNonce();
      const template = pageTemplate(texts.join(placeholder), placeholder);
      for (const nonce of [generateNonce(), "\0".repeat(placeholder.length), placeholder]) {
        expect(template.fill(nonce, "identity").toString()).toBe(texts.join(nonce));
        expect(gunzipSync(template.fill(nonce, "gzip")).toString()).toBe(texts.join(nonce));
      }
    }),
    { numRuns: 50 },
  );
});

it("rejects a nonce of another length, which would move what DEFLATE refers to", () => {
  const placeholder = generateNonce();
  expect(() => pageTemplate(placeholder, placeholder).fill("n", "gzip")).toThrow("another length");
});
