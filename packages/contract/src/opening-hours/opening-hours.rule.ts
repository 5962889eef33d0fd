import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type WeekPart, weekParts } from "@vestibule/catalogue/team.table.ts";
import type { BrandData } from "../brand/brand.schema.ts";
import type { DayHours, SpecialDay, WeekHours } from "../brand/brand-hours.schema.ts";
import type { DayOfWeek, OpeningState } from "../v1/hours.schema.ts";
import { addDays, dayNames, localMoment, relativeDay, weekdayOf } from "./local-moment.rule.ts";

/** A closed day: ISO date in the province, and its name. */
export interface Holiday {
  date: string;
  name: { en: string; fr: string };
}

/** The hours of a date; null `hours` means closed all day. */
type DayPlan = Pick<DayOfWeek, "hours" | "occasion">;

export interface OpeningQuestion {
  week: WeekHours | undefined;
  timeZone: string;
  holidays: readonly Holiday[];
  specialDays: readonly SpecialHours[];
  now: Date;
}

const maxDaysAhead = 14;

/** Compares local times of the province, so daylight saving time has no effect. */
export function openingState(question: OpeningQuestion): OpeningState {
  const { week, timeZone, now } = question;
  if (!week) return { kind: "noHours" };
  const here = localMoment(now, timeZone);
  const today = dayOn(here.date, { ...question, week }).hours;
  if (today && today.opens <= here.time && here.time < today.closes) return { kind: "open", closes: today.closes };
  for (let ahead = 0; ahead <= maxDaysAhead; ahead += 1) {
    const date = addDays(here.date, ahead);
    const { hours } = dayOn(date, { ...question, week });
    if (hours && (ahead > 0 || here.time < hours.opens))
      return { kind: "closed", opens: { day: relativeDay(date, { today: here.date }), date, time: hours.opens } };
  }
  return { kind: "closedForLong" };
}

/** The seven days from today on. Empty where the brand gives no hours. */
export function openingWeek(question: OpeningQuestion): DayOfWeek[] {
  const { week, timeZone, now } = question;
  if (!week) return [];
  const { date: today } = localMoment(now, timeZone);
  return dayNames.map((_, ahead) => {
    const date = addDays(today, ahead);
    return { day: weekdayOf(date), date, ...dayOn(date, { ...question, week }) };
  });
}

/** Parts of a week that are closed, whatever holidays and special days change. None where the brand gives no hours. */
export function closedParts(week: WeekHours | undefined): WeekPart[] {
  return week === undefined ? [] : weekParts.filter((part) => week[part] === null);
}

/** A special day of the brand takes precedence over the province's holiday, and both over the weekday. */
function dayOn(
  date: string,
  { week, holidays, specialDays }: Pick<OpeningQuestion, "holidays" | "specialDays"> & { week: WeekHours },
): DayPlan {
  const usual = usualHours(date, week);
  const special = specialHoursOn(date, { specialDays, usual });
  if (special) return { hours: special.hours, occasion: special.name };
  const holiday = holidays.find((one) => one.date === date);
  return holiday ? { hours: null, occasion: holiday.name } : { hours: usual };
}

/** The hours of a date by its weekday alone; null means closed. */
export function usualHours(date: string, week: WeekHours): DayHours | null {
  const day = weekdayOf(date);
  if (day === "saturday") return week.saturday;
  return day === "sunday" ? week.sunday : week.weekdays;
}

/** A brand's special day for the telephone or the chat of one province; `date` with or without a year. */
type SpecialHours = Pick<SpecialDay, "date" | "name" | "hours">;

/** The special days of one line of the brand in a province. */
export function specialHoursOf(
  { specialDays }: Pick<BrandData, "specialDays">,
  { line, province }: { line: "telephone" | "chat"; province: ProvinceId },
): SpecialHours[] {
  return specialDays
    .filter(({ provinces }) => provinces?.includes(province) ?? true)
    .map(({ date, name, hours, chat }) => ({
      date,
      name,
      hours: line === "chat" && chat !== undefined ? chat : hours,
    }));
}

/**
 * The special day on an ISO date with its hours, null for closed: the day with that year, else the yearly one.
 * Undefined where there is none, or where it only changes times of a closed weekday.
 */
export function specialHoursOn(
  date: string,
  { specialDays, usual }: { specialDays: readonly SpecialHours[]; usual: DayHours | null },
): { name: SpecialHours["name"]; hours: DayHours | null } | undefined {
  const special = specialDays.find((day) => day.date === date) ?? specialDays.find((day) => day.date === date.slice(5));
  if (special === undefined) return undefined;
  if (special.hours === null) return { name: special.name, hours: null };
  const { opens = usual?.opens, closes = usual?.closes } = special.hours;
  return opens === undefined || closes === undefined ? undefined : { name: special.name, hours: { opens, closes } };
}
