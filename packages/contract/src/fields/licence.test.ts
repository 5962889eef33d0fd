import { describe, expect, it } from "vitest";
import type { FieldError } from "./field-error.ts";
import { checkLicence } from "./licence.rule.ts";
import { normaliseNumber } from "./text.rule.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";

describe("a driver licence", () => {
  it.each([
    ["qc", "T1234-567890-12", "accepted"],
    ["qc", "T1234-567890-1", "mask"],
    ["qc", "T1234-567890-123", "mask"],
    ["on", "A1234-56789-01234", "accepted"],
    ["on", "A1234-56789-0123", "mask"],
    ["ab", "123456", "accepted"],
    ["ab", "AB1234-567", "accepted"],
    ["ab", "12345", "mask"],
    ["ab", "1234567", "mask"],
    ["bc", "1234567", "accepted"],
    ["bc", "123456", "mask"],
    ["bc", "12345678", "mask"],
    ["ns", "SMITH123456789", "accepted"],
    ["ns", "SMI__123456789", "accepted"],
    ["ns", "SMITH12345678", "mask"],
    ["other", "X".repeat(30), "accepted"],
    ["other", "X".repeat(31), "maxlength"],
    ["mb", "X".repeat(25), "accepted"],
    ["mb", "X".repeat(26), "maxlength"],
  ] as const)("checks one of %s: «%s» is %s", (province, value, verdict) => {
    expect(key(checkLicence(value, province, { presence: "required" }))).toBe(verdict);
  });

  it("may be left out only where it is optional", () => {
    expect(key(checkLicence("", "qc", { presence: "optional" }))).toBe("accepted");
    expect(key(checkLicence(" - ", "qc", { presence: "required" }))).toBe("required");
  });

  it("is compared without dashes, spaces and case", () => {
    expect(normaliseNumber("t1234-567890 12")).toBe("T123456789012");
    expect(normaliseNumber("T1234\u2011567890\u201312")).toBe("T123456789012");
  });
});
