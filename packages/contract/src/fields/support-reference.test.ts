import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkReference, formatReference, normaliseReference, referenceCheckDigit } from "./support-reference.rule.ts";

const reference = fc
  .integer({ min: 0, max: 99_999_999 })
  .map((number) => String(number).padStart(8, "0"))
  .map((digits) => digits + referenceCheckDigit(digits));

describe("a support reference", () => {
  it("has Damm's check digit", () => {
    expect(referenceCheckDigit("572")).toBe("4");
    expect(checkReference("000000000")).toBe(true);
  });

  it("is accepted as it was shown, with or without spaces and dashes", () => {
    fc.assert(
      fc.property(reference, (code) => {
        expect(checkReference(code)).toBe(true);
        expect(checkReference(formatReference(code))).toBe(true);
        expect(checkReference(code.replace(/(\d{3})(?=\d)/g, "$1-"))).toBe(true);
      }),
    );
  });

  it("is rejected with any single digit changed", () => {
    fc.assert(
      fc.property(reference, fc.nat(8), fc.integer({ min: 1, max: 9 }), (code, position, by) => {
        const wrong = String((Number(code[position]) + by) % 10);
        expect(checkReference(code.slice(0, position) + wrong + code.slice(position + 1))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("is rejected with any two different adjacent digits swapped", () => {
    fc.assert(
      fc.property(reference, fc.nat(7), (code, position) => {
        fc.pre(code[position] !== code[position + 1]);
        const swapped = `${code.slice(0, position)}${code[position + 1]}${code[position]}${code.slice(position + 2)}`;
        expect(checkReference(swapped)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("is rejected with a digit too few or too many, or a letter", () => {
    for (const value of ["", "00000000", "0000000000", "00000000O", "abc"]) expect(checkReference(value)).toBe(false);
  });

  it("is shown in groups of three and read back as nine digits", () => {
    expect(formatReference("482913706")).toBe("482\u00a0913\u00a0706");
    expect(normaliseReference("482\u00a0913-706")).toBe("482913706");
  });
});
