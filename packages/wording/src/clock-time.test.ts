import { describe, expect, it } from "vitest";
import { formatClockTime, formatDay, formatTime } from "./format.ts";

const plain = (text: string) => text.replaceAll("\u00a0", "_");
const toronto = "America/Toronto";

describe("a date", () => {
  it.each([
    ["2026-12-01T15:42:00Z", "December 1, 2026", "1er_décembre 2026", "mardi 1er_décembre 2026"],
    ["2026-11-21T15:42:00Z", "November 21, 2026", "21_novembre 2026", "samedi 21_novembre 2026"],
  ])("keeps the day and the month together in French: %s", (at, english, french, withWeekday) => {
    const format = { timeZone: toronto, language: "fr" } as const;
    expect(formatDay(new Date(at), { ...format, language: "en" })).toBe(english);
    expect(plain(formatDay(new Date(at), format))).toBe(french);
    expect(plain(formatDay(new Date(at), { ...format, weekday: "long" }))).toBe(withWeekday);
  });
});

describe("a time of day", () => {
  it.each([
    [0, 0, "midnight", "minuit"],
    [0, 5, "12:05_a.m.", "0_h_05"],
    [8, 0, "8_a.m.", "8_h"],
    [12, 0, "noon", "midi"],
    [12, 30, "12:30_p.m.", "12_h_30"],
    [17, 30, "5:30_p.m.", "17_h_30"],
    [24, 0, "midnight", "minuit"],
  ])("formats %i:%i the way people say it", (hour, minute, english, french) => {
    expect(plain(formatClockTime({ hour, minute }, "en"))).toBe(english);
    expect(plain(formatClockTime({ hour, minute }, "fr"))).toBe(french);
  });

  it("is in local time of the zone", () => {
    const moment = new Date("2026-11-21T15:42:00Z");
    expect(plain(formatTime(moment, { timeZone: toronto, language: "fr" }))).toBe("10_h_42");
    expect(plain(formatTime(moment, { timeZone: "America/St_Johns", language: "en" }))).toBe("12:12_p.m.");
    expect(formatTime(new Date("2026-11-21T05:00:00Z"), { timeZone: toronto, language: "fr" })).toBe("minuit");
  });
});
