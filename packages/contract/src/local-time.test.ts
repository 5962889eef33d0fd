import { expect, test } from "vitest";
import { momentOfLocalTime, offsetsOf, startOfDay } from "./local-time.rule.ts";

test.each([
  ["2026-11-28T06:00", "America/Toronto", "2026-11-28T11:00:00.000Z"],
  ["2026-07-01T00:30", "America/Toronto", "2026-07-01T04:30:00.000Z"],
  ["2026-07-01T23:30", "America/St_Johns", "2026-07-02T02:00:00.000Z"],
  ["2026-11-01T04:00", "America/Toronto", "2026-11-01T09:00:00.000Z"],
  ["2026-03-08T04:00", "America/Toronto", "2026-03-08T08:00:00.000Z"],
  ["2027-11-07T01:30", "America/Toronto", "2027-11-07T05:30:00.000Z"],
  ["2027-03-14T02:30", "America/Regina", "2027-03-14T08:30:00.000Z"],
  ["0001-01-01T00:00", "America/Toronto", "0001-01-01T05:17:32.000Z"],
])("reads the local time %s in %s", (typed, timeZone, moment) => {
  expect(momentOfLocalTime(typed, timeZone)?.toISOString()).toBe(moment);
});

test.each([
  ...["", "tomorrow", "2026-13-01T06:00", "2026-11-28 06:00"],
  ...["2027-02-30T10:00", "2027-06-31T10:00", "2027-03-14T02:30", "2027-03-14T24:00"],
])("A-414 reads no time from “%s”", (typed) => {
  expect(momentOfLocalTime(typed, "America/Toronto")).toBeUndefined();
});

test.each([
  ["2027-03-14", "America/Toronto", "2027-03-14T05:00:00.000Z"],
  ["2027-03-15", "America/Toronto", "2027-03-15T04:00:00.000Z"],
  ["2024-09-08", "America/Santiago", "2024-09-08T04:00:00.000Z"],
  ["0001-01-01", "America/Toronto", "0001-01-01T05:17:32.000Z"],
])("finds the start of %s in %s", (date, timeZone, moment) => {
  expect(startOfDay(date, timeZone).toISOString()).toBe(moment);
});

test("lists the offsets of a zone in a period, each until its clocks change", () => {
  const of = (timeZone: string) =>
    offsetsOf({ from: new Date("2027-03-10T05:00Z"), to: new Date("2027-11-10T05:00Z"), timeZone });
  expect(of("America/Toronto")).toEqual([
    { minutes: -300, until: new Date("2027-03-14T07:00Z") },
    { minutes: -240, until: new Date("2027-11-07T06:00Z") },
    { minutes: -300 },
  ]);
  expect(of("America/St_Johns")).toEqual([
    { minutes: -210, until: new Date("2027-03-14T05:30Z") },
    { minutes: -150, until: new Date("2027-11-07T04:30Z") },
    { minutes: -210 },
  ]);
  expect(of("America/Regina")).toEqual([{ minutes: -360 }]);
});
