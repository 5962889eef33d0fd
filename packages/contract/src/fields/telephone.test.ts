import { describe, expect, it } from "vitest";
import type { FieldError } from "./field-error.ts";
import { checkTelephone, formatTelephone, maskTelephone, normaliseTelephone } from "./telephone.rule.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";

describe("a telephone number", () => {
  it.each([
    ["514-555-0142", "accepted"],
    ["5145550142", "accepted"],
    ["(514) 555 0142", "accepted"],
    ["114-555-0142", "phone"],
    ["514-155-0142", "phone"],
    ["514-555-014", "phone"],
    ["514-555-01423", "phone"],
    ["51４-555-0142", "accepted"],
    ["+1 514-555-0142", "accepted"],
    ["1-514-555-0142", "accepted"],
    ["514/555-0142", "accepted"],
    ["514·555·0142", "accepted"],
    ["tel:+1-514-555-0142", "accepted"],
    ["Tel: 514 555-0142", "accepted"],
    ["Tél. : 514 555-0142", "accepted"],
    ["[514] 555_0142", "accepted"],
    ["514-555-0142, 12", "phone"],
    ["poste 514-555-0142", "phone"],
    ["+33 514-555-0142", "phone"],
    ["514-CALL-NOW", "phone"],
    ["", "required"],
  ])("A-085 «%s» is %s", (value, verdict) => {
    expect(key(checkTelephone(value))).toBe(verdict);
  });

  it("is sent as ten digits, shown with dashes, masked to its last two digits", () => {
    expect(normaliseTelephone("514-555-0142")).toBe("5145550142");
    expect(formatTelephone("5145550142")).toBe("514-555-0142");
    expect(formatTelephone("+1 (514) 555-0142")).toBe("514-555-0142");
    expect(formatTelephone("1-514-555-0142")).toBe("514-555-0142");
    expect(formatTelephone("５１４５５５０１４２")).toBe("514-555-0142");
    expect(formatTelephone("tel:+15145550142")).toBe("514-555-0142");
    expect(formatTelephone("514-555-01423")).toBe("514-555-01423");
    expect(maskTelephone("5145550142")).toBe("•••-•••-••42");
  });
});
