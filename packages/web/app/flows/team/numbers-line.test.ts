import { expect, test } from "vitest";
import { isRepeatedHour, isSkippedHour, linePath, timesOf } from "./numbers-line.rule.ts";

test("a period by day has each of its days, also those without a journey", () => {
  const times = timesOf({ from: "2026-10-30", to: "2026-11-02", by: "day", now: "2026-11-02T09" });
  expect(times).toEqual(["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]);
});

test("a day by hour ends with the present hour, and an earlier day with its last", () => {
  const day = { from: "2026-11-02", to: "2026-11-02", by: "hour" } as const;
  expect(timesOf({ ...day, now: "2026-11-02T02" })).toEqual(["2026-11-02T00", "2026-11-02T01", "2026-11-02T02"]);
  expect(timesOf({ ...day, now: "2026-11-03T02" })).toHaveLength(24);
});

test("the hour that clocks repeat in autumn is known, and no other", () => {
  const hours = ["2026-11-01T00", "2026-11-01T01", "2026-11-01T02", "2026-11-02T01", "2026-03-08T02", "2026-11-01"];
  const repeated = hours.filter((hour) => isRepeatedHour(hour, "America/Toronto"));
  expect(repeated).toEqual(["2026-11-01T01"]);
});

test("the hour that clocks skip in spring is known, and no other", () => {
  const hours = ["2026-03-08T01", "2026-03-08T02", "2026-03-08T03", "2026-11-01T01", "2026-03-08"];
  expect(hours.filter((hour) => isSkippedHour(hour, "America/Toronto"))).toEqual(["2026-03-08T02"]);
  expect(hours.filter((hour) => isSkippedHour(hour, "America/Regina"))).toEqual([]);
});

test("a line goes from left to right, with its greatest count at the top", () => {
  expect(linePath([0, 4, 2], 4)).toBe("M0 30L50 0L100 15");
});

test("a line of counts that are all zero is at the bottom", () => {
  expect(linePath([0, 0], 0)).toBe("M0 30L100 30");
});
