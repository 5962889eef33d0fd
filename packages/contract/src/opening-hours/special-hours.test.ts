import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import { describe, expect, it } from "vitest";
import { type SpecialDay, specialDay, type WeekHours } from "../brand/brand-hours.schema.ts";
import { type Holiday, openingState, openingWeek, specialHoursOf } from "./opening-hours.rule.ts";

const week: WeekHours = {
  weekdays: { opens: "08:00", closes: "20:00" },
  saturday: { opens: "08:30", closes: "16:30" },
  sunday: null,
};
const eve: SpecialDay = {
  date: "12-24",
  name: { en: "Christmas Eve", fr: "Veille de Noël" },
  hours: { closes: "16:00" },
};
const day = (date: string, about: Partial<SpecialDay>): SpecialDay => ({ ...eve, date, ...about });
const question = (
  now: string,
  {
    province = "on",
    days = [eve],
    holidays = [],
  }: { province?: ProvinceId; days?: SpecialDay[]; holidays?: Holiday[] },
) => ({
  week,
  holidays,
  now: new Date(now),
  timeZone: provinces[province].timeZone,
  specialDays: specialHoursOf({ specialDays: days }, { line: "telephone", province }),
});
const stateAt = (...asked: Parameters<typeof question>) => openingState(question(...asked));
const todayAt = (...asked: Parameters<typeof question>) => openingWeek(question(...asked))[0];

/** Midnight of Wednesday, 24 December 2025, and two hours later on the Sunday of the spring clock change in 2026. */
const midnights: [ProvinceId, string, string][] = [
  ["nl", "2025-12-24T03:30:00Z", "2026-03-08T05:30:00Z"],
  ["ns", "2025-12-24T04:00:00Z", "2026-03-08T06:00:00Z"],
  ["qc", "2025-12-24T05:00:00Z", "2026-03-08T07:00:00Z"],
  ["sk", "2025-12-24T06:00:00Z", "2026-03-08T08:00:00Z"],
  ["ab", "2025-12-24T07:00:00Z", "2026-03-08T09:00:00Z"],
  ["bc", "2025-12-24T08:00:00Z", "2026-03-08T10:00:00Z"],
];
const minute = 60_000;
const after = (moment: string, minutes: number) => new Date(Date.parse(moment) + minutes * minute).toISOString();

describe.each(midnights)("a special day of the brand in %s", (province, midnight, springs) => {
  it("closes at its own time, and the next morning has the usual hours", () => {
    const at = (minutes: number) => stateAt(after(midnight, minutes), { province });
    expect(at(8 * 60 - 1)).toMatchObject({ opens: { day: "today", time: "08:00" } });
    expect(at(8 * 60)).toEqual({ kind: "open", closes: "16:00" });
    expect(at(16 * 60 - 1)).toEqual({ kind: "open", closes: "16:00" });
    expect(at(16 * 60)).toMatchObject({ opens: { day: "tomorrow", date: "2025-12-25", time: "08:00" } });
    expect(at(32 * 60)).toEqual({ kind: "open", closes: "20:00" });
  });

  it("lasts from midnight to midnight of the province", () => {
    const nameAt = (minutes: number) => todayAt(after(midnight, minutes), { province })?.occasion?.en;
    expect(nameAt(-1)).toBeUndefined();
    expect(nameAt(0)).toBe("Christmas Eve");
    expect(nameAt(24 * 60 - 1)).toBe("Christmas Eve");
    expect(nameAt(24 * 60)).toBeUndefined();
  });

  it("is announced the evening before with its own opening", () => {
    const days = [day("12-24", { hours: { opens: "10:00" } })];
    expect(stateAt(after(midnight, -1), { province, days })).toMatchObject({
      opens: { day: "tomorrow", time: "10:00" },
    });
    const closed = [day("2025-12-24", { hours: null })];
    expect(stateAt(after(midnight, -1), { province, days: closed })).toMatchObject({ opens: { day: "thursday" } });
  });

  it("opens on the Sunday of the clock change in local time", () => {
    const days = [day("2026-03-08", { hours: { opens: "10:00", closes: "14:00" } })];
    // where clocks change, the hour from two to three does not exist
    const skipped = province === "sk" ? 0 : 1;
    const at = (hours: number, minutes: number) =>
      stateAt(after(springs, (hours - 2 - skipped) * 60 + minutes), { province, days });
    expect(at(10, -1)).toMatchObject({ opens: { day: "today", time: "10:00" } });
    expect(at(10, 0)).toEqual({ kind: "open", closes: "14:00" });
    expect(at(14, -1)).toEqual({ kind: "open", closes: "14:00" });
    expect(at(14, 0)).toMatchObject({ opens: { day: "tomorrow", time: "08:00" } });
  });
});

describe("a special day of the brand", () => {
  const noonOfThe24th = (year: number) => `${year}-12-24T17:00:00Z`;
  const christmasEve: Holiday = { date: "2025-12-24", name: { en: "A holiday", fr: "Un jour férié" } };

  it("keeps the weekday's value for omitted times: Saturday opens later, Sunday stays closed", () => {
    expect(todayAt(noonOfThe24th(2025), {})?.hours).toEqual({ opens: "08:00", closes: "16:00" });
    expect(todayAt(noonOfThe24th(2022), {})?.hours).toEqual({ opens: "08:30", closes: "16:00" });
    expect(todayAt(noonOfThe24th(2023), {})).toEqual({ day: "sunday", date: "2023-12-24", hours: null });
  });

  it("opens on any weekday when it has both times", () => {
    const days = [day("12-24", { hours: { opens: "10:00", closes: "14:00" } })];
    expect(todayAt(noonOfThe24th(2023), { days })).toMatchObject({ hours: { opens: "10:00" }, occasion: eve.name });
  });

  it("applies to its year alone, and takes precedence over the yearly one in any order", () => {
    const days = [eve, day("2025-12-24", { name: { en: "Move", fr: "Déménagement" }, hours: null })];
    expect(stateAt(noonOfThe24th(2025), { days })).toMatchObject({ kind: "closed", opens: { date: "2025-12-25" } });
    expect(todayAt(noonOfThe24th(2025), { days })?.occasion?.fr).toBe("Déménagement");
    expect(todayAt(noonOfThe24th(2026), { days })?.occasion).toEqual(eve.name);
  });

  it("takes precedence over a statutory holiday, open or closed", () => {
    const holidays = [christmasEve];
    expect(stateAt(noonOfThe24th(2025), { holidays })).toEqual({ kind: "open", closes: "16:00" });
    const closed = [day("12-24", { hours: null })];
    expect(todayAt(noonOfThe24th(2025), { days: closed, holidays })).toMatchObject({ hours: null, occasion: eve.name });
  });

  it("keeps the holiday's name on a closed weekday when it has no hours", () => {
    const holidays = [{ ...christmasEve, date: "2023-12-24" }];
    expect(todayAt(noonOfThe24th(2023), { holidays })).toMatchObject({ hours: null, occasion: christmasEve.name });
  });

  it("gives no hours where the brand has none", () => {
    expect(openingState({ ...question(noonOfThe24th(2025), {}), week: undefined })).toEqual({ kind: "noHours" });
  });

  it("applies only in its provinces, and to the chat too unless the chat has its own hours", () => {
    const days = [day("12-24", { provinces: ["qc"], chat: null }), day("12-31", {})];
    const of = (line: "telephone" | "chat", province: ProvinceId) =>
      specialHoursOf({ specialDays: days }, { line, province }).map(({ date, hours }) => `${date} ${hours?.closes}`);
    expect(of("telephone", "qc")).toEqual(["12-24 16:00", "12-31 16:00"]);
    expect(of("chat", "qc")).toEqual(["12-24 undefined", "12-31 16:00"]);
    expect(of("chat", "on")).toEqual(["12-31 16:00"]);
  });
});

describe("the date of a special day", () => {
  const faults = (date: string) => specialDay.safeParse({ ...eve, date }).error?.issues.map(({ message }) => message);

  it.each(["12-24", "2026-12-24", "02-29", "2028-02-29"])("accepts %s", (date) => {
    expect(faults(date)).toBeUndefined();
  });

  it.each(["24-12", "2027-02-29", "02-30", "2026-00-01", "04-31"])(
    "rejects %s, which is not a calendar date",
    (date) => {
      expect(faults(date)).toEqual(["is no day of the calendar"]);
    },
  );

  it.each(["24 December", "12/24", "2026-12-24T00:00", "1-1", ""])("rejects «%s» with the expected format", (date) => {
    expect(faults(date)).toEqual(["12-24 (every year) or 2026-12-24 (that year alone)"]);
  });
});
