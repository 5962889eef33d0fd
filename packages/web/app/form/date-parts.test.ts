import { expect, test } from "vitest";
import { checkDateParts, markedParts } from "./date-parts.rule.ts";

const today = "2026-11-21";

test.each([
  ["1980-02-30", "noSuchDay"],
  ["1981-02-29", "noSuchDay"],
  ["1980-02-45", "day"],
  ["1980-02-", "day"],
  ["1980--05", "month"],
  ["80-02-05", "year"],
  ["-02-05", "year"],
  ["88-02-45", "dayYear"],
  ["80--05", "monthYear"],
  ["1980--", "dayMonth"],
  ["80--45", "dayMonthYear"],
  ["--2000", "dayMonthYear"],
  ["2020-01-01", "age"],
  ["", "required"],
])("names what is wrong in %j: %s", (value, key) => {
  expect(checkDateParts(value, { today })?.key).toBe(key);
});

test("accepts a real date", () => {
  expect(checkDateParts("1980-02-29", { today })).toBeUndefined();
});

test("marks the wrong parts alone, and all three where no part is named", () => {
  expect(markedParts("day")).toEqual(["day"]);
  expect(markedParts("age")).toEqual(["year"]);
  expect(markedParts("noSuchDay")).toEqual(["day", "month"]);
  expect(markedParts("dayYear")).toEqual(["day", "year"]);
  expect(markedParts("monthYear")).toEqual(["month", "year"]);
  expect(markedParts("date")).toEqual(["day", "month", "year"]);
  expect(markedParts("wrong")).toEqual(["day", "month", "year"]);
  expect(markedParts(undefined)).toEqual([]);
});
