import { describe, expect, it } from "vitest";
import type { FieldError } from "./field-error.ts";
import {
  checkPostalCode,
  formatPostalCode,
  keepPostalCodesWhole,
  normalisePostalCode,
  provinceOfPostalCode,
} from "./postal-code.rule.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";

describe("a postal code", () => {
  it.each([
    ["k1a0b1", "accepted"],
    ["K1A 0B1", "accepted"],
    ["K1A 0B1\n", "format"],
    ["K1A-0B1", "accepted"],
    ["D1A 0B1", "format"],
    ["W1A 0B1", "format"],
    ["Z1A 0B1", "format"],
    ["KOA 0B1", "format"],
    ["K1O 0B1", "format"],
    ["K1A 0B", "format"],
    ["", "required"],
  ])("A-083 «%s» is %s", (value, verdict) => {
    expect(key(checkPostalCode(value))).toBe(verdict);
  });

  it("is stored without its space, shown with it, and gives its province unless two share the letter", () => {
    expect(normalisePostalCode(" h2x 1y4 ")).toBe("H2X1Y4");
    expect(formatPostalCode("h2x1y4")).toBe("H2X 1Y4");
    expect(formatPostalCode("h2x-1y4")).toBe("H2X 1Y4");
    expect(formatPostalCode("ｈ２ｘ１ｙ４")).toBe("H2X 1Y4");
    expect(provinceOfPostalCode("h2x1y4")).toBe("qc");
    expect(provinceOfPostalCode("X0A 0H0")).toBeUndefined();
  });

  it("is not broken by a line of an address", () => {
    expect(keepPostalCodesWhole("1 Example Street, Montréal  H0H 0H0")).toBe(
      "1 Example Street, Montréal  H0H\u00A00H0",
    );
    expect(keepPostalCodesWhole("no code 123 456")).toBe("no code 123 456");
  });
});
