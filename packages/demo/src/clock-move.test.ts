import { expect, test } from "vitest";
import { secondsToMove } from "./clock-move.rule.ts";

const now = new Date("2026-11-21T15:00:00Z");
const after = (move: Parameters<typeof secondsToMove>[0], province: "qc" | "nl", from = now) =>
  new Date(from.getTime() + secondsToMove(move, { now: from, province }) * 1000).toISOString();

test("the clock advances by a minute, a quarter of an hour or a day", () => {
  expect(after("minute", "qc")).toBe("2026-11-21T15:01:00.000Z");
  expect(after("quarter", "qc")).toBe("2026-11-21T15:15:00.000Z");
  expect(after("day", "qc")).toBe("2026-11-22T15:00:00.000Z");
});

test("a weekday is ten in the morning of the next Monday to Friday that is not a holiday", () => {
  expect(after("weekday", "qc")).toBe("2026-11-23T15:00:00.000Z");
  expect(after("weekday", "qc", new Date("2026-11-23T14:00:00Z"))).toBe("2026-11-23T15:00:00.000Z");
  expect(after("weekday", "qc", new Date("2026-11-27T16:00:00Z"))).toBe("2026-11-30T15:00:00.000Z");
  expect(after("weekday", "qc", new Date("2026-12-24T16:00:00Z"))).toBe("2026-12-28T15:00:00.000Z");
});

test("Sunday night is nine in the evening in the province's time zone", () => {
  expect(after("sundayNight", "qc")).toBe("2026-11-23T02:00:00.000Z");
  expect(after("sundayNight", "nl")).toBe("2026-11-23T00:30:00.000Z");
});

test("Sunday night moves to the next Sunday once it has passed", () => {
  expect(after("sundayNight", "qc", new Date("2026-11-23T03:00:00Z"))).toBe("2026-11-30T02:00:00.000Z");
});

test("Sunday night is correct across a DST change", () => {
  expect(after("sundayNight", "qc", new Date("2026-03-07T12:00:00Z"))).toBe("2026-03-09T01:00:00.000Z");
});

test("the next holiday is the province's, even in the next year", () => {
  expect(after("holiday", "qc", new Date("2026-06-01T12:00:00Z"))).toBe("2026-06-24T14:00:00.000Z");
  expect(after("holiday", "qc", new Date("2026-12-28T12:00:00Z"))).toBe("2027-01-01T15:00:00.000Z");
});
