import { sameText } from "@vestibule/wording/operator-text.rule.ts";
import { expect, test } from "vitest";
import { checkTimeZones } from "../doctor/time-zone.check.ts";
import { pinnedTimeZoneData, wrongTimeZones } from "./time-zone.rule.ts";

test("the pinned Node has its time-zone data, in which no zone is wrong", () => {
  expect(process.versions.tz).toBe(pinnedTimeZoneData);
  expect(wrongTimeZones()).toEqual([]);
});

test("names each zone whose clocks still change in older data", () => {
  const older = (zone: string) => (zone === "America/Edmonton" ? -7 : -8);
  expect(wrongTimeZones(older).map(({ en }) => en)).toEqual([
    expect.stringContaining("America/Edmonton is not UTC-6 in winter. Install Node with 2026c or later"),
    expect.stringContaining("America/Vancouver is not UTC-7 in winter"),
  ]);
});

test.each([
  ["the pinned data", "2026c", [], "ok"],
  ["later data", "2027a", [], "ok"],
  ["older data in which our zones are right", "2026b", [], "warning"],
  ["data in which a zone is wrong", "2025c", [sameText("America/Edmonton is wrong")], "fault"],
])("the doctor rates %s", (_what, version, wrong, state) => {
  expect(checkTimeZones({ version, wrong }).map((finding) => finding.state)).toEqual([state]);
});
