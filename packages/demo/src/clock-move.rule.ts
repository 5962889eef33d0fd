import { holidaysOf } from "@vestibule/api/opening-hours/holidays.adapter.ts";
import { type ProvinceId, provinces } from "@vestibule/catalogue/province.table.ts";
import { addDays, localMoment, weekdayOf } from "@vestibule/contract/opening-hours/local-moment.rule.ts";

export const clockMoves = ["minute", "quarter", "day", "weekday", "sundayNight", "holiday", "back"] as const;
export type ClockMove = (typeof clockMoves)[number];

const steps = { minute: 60, quarter: 15 * 60, day: 24 * 3600 } as const;
const night = "21:00";
const morning = "10:00";

/**
 * Seconds to advance the clock from `now`. A time of day is in the province's time zone and always later than `now`.
 */
export function secondsToMove(move: Exclude<ClockMove, "back">, from: { now: Date; province: ProvinceId }): number {
  if (move === "minute" || move === "quarter" || move === "day") return steps[move];
  const { timeZone } = provinces[from.province];
  const here = localMoment(from.now, timeZone);
  const time = move === "sundayNight" ? night : morning;
  const dates = datesFor[move](from.province, here.date);
  const date = dates.find((one) => `${one}T${time}` > `${here.date}T${here.time}`);
  if (date === undefined) throw new Error(`no ${move} within a year of ${here.date}`);
  return Math.round((momentAt({ date, time, timeZone }).getTime() - from.now.getTime()) / 1000);
}

const datesFor = {
  weekday: (province: ProvinceId, date: string) => {
    const holidays = new Set(holidaysFrom(province, date));
    return daysFrom(date).filter((day) => !["saturday", "sunday"].includes(weekdayOf(day)) && !holidays.has(day));
  },
  sundayNight: (_province: ProvinceId, date: string) => daysFrom(date).filter((day) => weekdayOf(day) === "sunday"),
  holiday: holidaysFrom,
};

function daysFrom(date: string): string[] {
  return Array.from({ length: 15 }, (_day, index) => addDays(date, index));
}

function holidaysFrom(province: ProvinceId, date: string): string[] {
  const year = Number(date.slice(0, 4));
  return [year, year + 1].flatMap((one) => holidaysOf(province, one).map((holiday) => holiday.date)).toSorted();
}

/**
 * The instant of a local date and time. Computed twice, since the first guess may be on the other side of a DST change.
 */
function momentAt(face: { date: string; time: string; timeZone: string }): Date {
  const wanted = Date.parse(`${face.date}T${face.time}:00Z`);
  let guess = wanted;
  for (let round = 0; round < 2; round += 1) {
    const local = localMoment(new Date(guess), face.timeZone);
    guess += wanted - Date.parse(`${local.date}T${local.time}:00Z`);
  }
  return new Date(guess);
}
