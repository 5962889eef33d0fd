import { provinces } from "@vestibule/catalogue/province.table.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WeekHours } from "../brand/brand-hours.schema.ts";
import { localMoment, weekdayOf } from "./local-moment.rule.ts";
import { type Holiday, type OpeningQuestion, openingState, openingWeek } from "./opening-hours.rule.ts";

const week: WeekHours = {
  weekdays: { opens: "08:00", closes: "20:00" },
  saturday: { opens: "08:30", closes: "16:30" },
  sunday: null,
};
const isOpen = (question: OpeningQuestion) => openingState(question).kind === "open";
const canadaDay: Holiday = { date: "2026-07-01", name: { en: "Canada Day", fr: "Fête du Canada" } };
const toronto = provinces.on.timeZone;
const at = (iso: string, timeZone: string = toronto, holidays: Holiday[] = []) => ({
  week,
  timeZone,
  holidays,
  specialDays: [],
  now: new Date(iso),
});
const holidayToday = (question: OpeningQuestion) => openingWeek(question)[0]?.occasion;

describe("the telephone hours", () => {
  it("open and close on the minute", () => {
    expect(openingState(at("2026-11-23T12:59:59Z"))).toEqual({
      kind: "closed",
      opens: { day: "today", date: "2026-11-23", time: "08:00" },
    });
    expect(openingState(at("2026-11-23T13:00:00Z"))).toEqual({ kind: "open", closes: "20:00" });
    expect(openingState(at("2026-11-24T00:59:59Z"))).toEqual({ kind: "open", closes: "20:00" });
    expect(openingState(at("2026-11-24T01:00:00Z"))).toEqual({
      kind: "closed",
      opens: { day: "tomorrow", date: "2026-11-24", time: "08:00" },
    });
  });

  it("reopen on Monday after Saturday's close, named by its day", () => {
    expect(openingState(at("2026-11-21T21:30:00Z"))).toEqual({
      kind: "closed",
      opens: { day: "monday", date: "2026-11-23", time: "08:00" },
    });
  });

  it("reopen tomorrow where it is Sunday", () => {
    expect(openingState(at("2026-11-22T18:00:00Z"))).toMatchObject({ opens: { day: "tomorrow", time: "08:00" } });
  });

  it("stay closed on a holiday and open the day after", () => {
    expect(openingState(at("2026-07-01T15:00:00Z", toronto, [canadaDay]))).toEqual({
      kind: "closed",
      opens: { day: "tomorrow", date: "2026-07-02", time: "08:00" },
    });
    expect(holidayToday(at("2026-07-01T15:00:00Z", toronto, [canadaDay]))).toBe(canadaDay.name);
    expect(holidayToday(at("2026-07-02T15:00:00Z", toronto, [canadaDay]))).toBeUndefined();
  });

  it("close on a holiday from midnight to midnight in the province's time zone, not UTC", () => {
    const zone = provinces.bc.timeZone;
    expect(holidayToday(at("2026-07-02T06:59:59Z", zone, [canadaDay]))).toBe(canadaDay.name);
    expect(holidayToday(at("2026-07-02T07:00:00Z", zone, [canadaDay]))).toBeUndefined();
    expect(holidayToday(at("2026-07-01T06:59:59Z", zone, [canadaDay]))).toBeUndefined();
  });

  it("are none where the brand gives none, and announce no opening a fortnight away", () => {
    const now = at("2026-11-23T15:00:00Z");
    expect(openingState({ ...now, week: undefined })).toEqual({ kind: "noHours" });
    expect(isOpen({ ...now, week: undefined })).toBe(false);
    expect(openingWeek({ ...now, week: undefined })).toEqual([]);
    const never: WeekHours = { weekdays: null, saturday: null, sunday: null };
    expect(openingState({ ...now, week: never })).toEqual({ kind: "closedForLong" });
  });

  it("include the last minute of the day where they last until midnight", () => {
    const late: WeekHours = { ...week, weekdays: { opens: "08:00", closes: "24:00" } };
    expect(openingState({ ...at("2026-11-24T04:59:00Z"), week: late })).toEqual({ kind: "open", closes: "24:00" });
  });

  it("list the seven days from today on, with their holiday", () => {
    const days = openingWeek(at("2026-06-28T15:00:00Z", toronto, [canadaDay]));
    expect(days.map(({ day, date }) => `${day} ${date}`)).toEqual([
      "sunday 2026-06-28",
      "monday 2026-06-29",
      "tuesday 2026-06-30",
      "wednesday 2026-07-01",
      "thursday 2026-07-02",
      "friday 2026-07-03",
      "saturday 2026-07-04",
    ]);
    expect(days[0]?.hours).toBeNull();
    expect(days[3]).toEqual({ day: "wednesday", date: "2026-07-01", hours: null, occasion: canadaDay.name });
    expect(days[6]).toEqual({ day: "saturday", date: "2026-07-04", hours: week.saturday });
  });
});

/** UTC opening times in 2026, before and after each change of clocks. */
const openings: [keyof typeof provinces, string, string][] = [
  ["nl", "2026-03-06T11:30:00Z", "2026-03-09T10:30:00Z"],
  ["ns", "2026-03-06T12:00:00Z", "2026-03-09T11:00:00Z"],
  ["qc", "2026-03-06T13:00:00Z", "2026-03-09T12:00:00Z"],
  ["sk", "2026-03-06T14:00:00Z", "2026-03-09T14:00:00Z"],
  ["ab", "2026-03-06T15:00:00Z", "2026-03-09T14:00:00Z"],
  ["bc", "2026-03-06T16:00:00Z", "2026-03-09T15:00:00Z"],
];

/** First moment of a holiday on a Wednesday in July, in the time of each zone. */
const midnights: [keyof typeof provinces, string][] = [
  ["nl", "2026-07-01T02:30:00Z"],
  ["ns", "2026-07-01T03:00:00Z"],
  ["qc", "2026-07-01T04:00:00Z"],
  ["sk", "2026-07-01T06:00:00Z"],
  ["ab", "2026-07-01T06:00:00Z"],
  ["bc", "2026-07-01T07:00:00Z"],
];
const hour = 3_600_000;

describe.each(midnights)("in %s", (province, midnight) => {
  const { timeZone } = provinces[province];
  const state = (sinceMidnight: number, holidays: Holiday[] = []) =>
    openingState(at(new Date(Date.parse(midnight) + sinceMidnight).toISOString(), timeZone, holidays));

  it("a day opens and closes on the minute in local time", () => {
    expect(state(8 * hour - 1)).toMatchObject({ opens: { day: "today", time: "08:00" } });
    expect(state(8 * hour)).toEqual({ kind: "open", closes: "20:00" });
    expect(state(20 * hour - 1)).toEqual({ kind: "open", closes: "20:00" });
    expect(state(20 * hour)).toMatchObject({ opens: { day: "tomorrow", date: "2026-07-02" } });
    expect(state(24 * hour)).toMatchObject({ opens: { day: "today", date: "2026-07-02" } });
  });

  it("a holiday is closed from local midnight to midnight, and is announced the evening before", () => {
    const holidays = [canadaDay];
    expect(state(-4 * hour - 1, holidays)).toEqual({ kind: "open", closes: "20:00" });
    expect(state(-4 * hour, holidays)).toMatchObject({ opens: { day: "thursday", date: "2026-07-02" } });
    expect(state(12 * hour, holidays)).toMatchObject({ opens: { day: "tomorrow", date: "2026-07-02" } });
    expect(state(24 * hour, holidays)).toMatchObject({ opens: { day: "today", date: "2026-07-02" } });
    expect(state(32 * hour, holidays)).toEqual({ kind: "open", closes: "20:00" });
  });

  it("Saturday's close leads to Monday, and after Sunday's midnight Monday is named tomorrow", () => {
    const saturday = 3 * 24 * hour;
    expect(state(saturday + 16.5 * hour - 1)).toEqual({ kind: "open", closes: "16:30" });
    expect(state(saturday + 16.5 * hour)).toMatchObject({ opens: { day: "monday", time: "08:00" } });
    expect(state(saturday + 24 * hour)).toMatchObject({ opens: { day: "tomorrow", date: "2026-07-06" } });
  });
});

describe("a change of clocks", () => {
  it.each(openings)("does not move the opening in local time in %s", (province, winter, summer) => {
    const { timeZone } = provinces[province];
    for (const opening of [winter, summer]) {
      expect(openingState(at(opening, timeZone)).kind).toBe("open");
      expect(openingState(at(new Date(Date.parse(opening) - 1000).toISOString(), timeZone)).kind).toBe("closed");
    }
  });

  it.each(openings)(
    "does not move the closing in local time on the days before and after in %s",
    (province, winter, summer) => {
      const { timeZone } = provinces[province];
      for (const opening of [winter, summer]) {
        const closing = Date.parse(opening) + 12 * hour;
        expect(openingState(at(new Date(closing - 1000).toISOString(), timeZone)).kind).toBe("open");
        expect(openingState(at(new Date(closing).toISOString(), timeZone)).kind).toBe("closed");
      }
    },
  );

  it("neither opens nor closes the line on the Sunday itself", () => {
    for (const hour of ["05", "06", "07", "08", "12", "20"])
      expect(openingState(at(`2026-11-01T${hour}:30:00Z`))).toMatchObject({ opens: { date: "2026-11-02" } });
  });

  it("keeps every open moment inside the hours of the same day, in all zones and all year", () => {
    const moments = fc.date({ min: new Date("2025-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
    const zones = fc.constantFrom(...Object.values(provinces).map(({ timeZone }) => timeZone));
    fc.assert(
      fc.property(moments, zones, (now, timeZone) => {
        const { date, time } = localMoment(now, timeZone);
        const day = weekdayOf(date);
        const hours = day === "saturday" ? week.saturday : day === "sunday" ? null : week.weekdays;
        const open = hours !== null && hours.opens <= time && time < hours.closes;
        expect(isOpen({ week, timeZone, holidays: [], specialDays: [], now })).toBe(open);
      }),
      { numRuns: 500 },
    );
  });
});
