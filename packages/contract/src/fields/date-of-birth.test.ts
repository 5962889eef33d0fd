import { describe, expect, it } from "vitest";
import { checkDateOfBirth, dateInZone, joinDate } from "./date-of-birth.rule.ts";
import type { FieldError } from "./field-error.ts";

const key = (error: FieldError | undefined) => error?.key ?? "accepted";

describe("a date of birth", () => {
  const today = "2026-11-21";

  it.each([
    ["2010-11-21", "accepted"],
    ["2010-11-22", "age"],
    ["1926-11-21", "accepted"],
    ["1925-11-22", "accepted"],
    ["1925-11-21", "age"],
    ["1990-02-30", "date"],
    ["1990-2-3", "date"],
    ["2000-02-29", "accepted"],
    ["1900-13-01", "date"],
    ["", "required"],
  ])("A-082 %s is %s on the 21st of November 2026", (value, verdict) => {
    expect(key(checkDateOfBirth(value, { today }))).toBe(verdict);
  });

  it("A-082 is checked against the province's date", () => {
    const moment = new Date("2026-11-21T03:15:00Z");
    expect(dateInZone(moment, "America/St_Johns")).toBe("2026-11-20");
    expect(dateInZone(new Date("2026-11-21T04:15:00Z"), "America/St_Johns")).toBe("2026-11-21");
    expect(dateInZone(new Date("2026-11-21T04:15:00Z"), "America/Vancouver")).toBe("2026-11-20");
  });

  it("is joined from its three parts, with padding", () => {
    expect(joinDate({ day: "1", month: "2", year: "1950" })).toBe("1950-02-01");
    expect(joinDate({ day: "", month: "", year: "" })).toBe("");
    expect(key(checkDateOfBirth(joinDate({ day: "1", month: "", year: "1950" }), { today }))).toBe("date");
  });
});
