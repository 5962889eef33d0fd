import { describe, expect, it } from "vitest";
import type { FieldError } from "./field-error.ts";
import {
  checkPolicyNumber,
  formatPolicyNumber,
  maskPolicyNumber,
  policyNumberLength,
  policyNumberLengths,
} from "./policy-number.rule.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";

describe("a policy number", () => {
  const lengths = { policyNumberLength: { default: 9, provinces: { qc: 7 } } };

  it.each([
    ["ABC-1234", 7, "accepted"],
    ["abc 1234", 7, "accepted"],
    ["ABC\u20131234", 7, "accepted"],
    ["ABC123", 7, "length"],
    ["ABC12345", 7, "length"],
    ["ABC123456", 9, "accepted"],
    ["ABC1234567", 9, "length"],
    ["", 7, "required"],
    ["ABC-12%4", 7, "format"],
    ["ABC_123", 7, "format"],
  ])("«%s» of %i characters is %s", (value, length, verdict) => {
    expect(key(checkPolicyNumber(value, [length]))).toBe(verdict);
  });

  it("has the brand's length, or the province's where the brand sets one", () => {
    expect(policyNumberLength(lengths, "qc")).toBe(7);
    expect(policyNumberLength(lengths, "on")).toBe(9);
  });

  it("may have the length of any province of the brand", () => {
    const province = { menu: true, languages: ["en" as const], ubi: false, licence: false };
    const brand = { ...lengths, provinces: { on: province, qc: province } };
    expect(policyNumberLengths(brand)).toEqual([7, 9]);
    expect(policyNumberLengths({ ...lengths, provinces: { on: province } })).toEqual([9]);
  });

  it("is accepted at each length of a brand with several, and its error names none", () => {
    expect(checkPolicyNumber("ABC1234", [7, 9])).toBeUndefined();
    expect(checkPolicyNumber("ABC123456", [7, 9])).toBeUndefined();
    expect(checkPolicyNumber("ABC12345", [7, 9])).toEqual({ key: "length" });
    expect(checkPolicyNumber("ABC1234", [9])).toEqual({ key: "length", facts: { length: 9 } });
  });

  it("is shown in print format, and masked to its last two characters", () => {
    expect(formatPolicyNumber("abc1234")).toBe("ABC-1234");
    expect(formatPolicyNumber("abc123456")).toBe("ABC123456");
    expect(maskPolicyNumber("ABC1234")).toBe("•••••34");
  });
});
