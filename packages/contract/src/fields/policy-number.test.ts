import { describe, expect, it } from "vitest";
import type { FieldFault } from "./field-fault.ts";
import { checkPolicyNumber, formatPolicyNumber, maskPolicyNumber, policyNumberLength } from "./policy-number.rule.ts";

const key = (fault: FieldFault | undefined) => fault?.key ?? "accepted";

describe("a policy number", () => {
  const lengths = { policyNumberLength: { default: 9, provinces: { qc: 7 } } };

  it.each([
    ["ABC-1234", 7, "accepted"],
    ["abc 1234", 7, "accepted"],
    ["ABC123", 7, "length"],
    ["ABC12345", 7, "length"],
    ["ABC123456", 9, "accepted"],
    ["ABC1234567", 9, "length"],
    ["", 7, "required"],
    ["ABC-12%4", 7, "format"],
    ["ABC_123", 7, "format"],
  ])("«%s» of %i characters is %s", (value, length, verdict) => {
    expect(key(checkPolicyNumber(value, length))).toBe(verdict);
  });

  it("has the brand's length, and the province's own where the brand says so", () => {
    expect(policyNumberLength(lengths, "qc")).toBe(7);
    expect(policyNumberLength(lengths, "on")).toBe(9);
  });

  it("is shown as it is printed, and masked to its last two characters", () => {
    expect(formatPolicyNumber("abc1234")).toBe("ABC-1234");
    expect(formatPolicyNumber("abc123456")).toBe("ABC123456");
    expect(maskPolicyNumber("ABC1234")).toBe("•••••34");
  });
});
