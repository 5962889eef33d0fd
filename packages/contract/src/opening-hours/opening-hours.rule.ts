import type { DayHours, WeekHours } from "../brand/brand-hours.schema.ts";
import type { DayOfWeek, OpeningState } from "../v1/hours.schema.ts";
import { addDays, dayNames, localMoment, relativeDay, weekdayOf } from "./local-moment.rule.ts";
import { type SpecialHours, specialHoursOn } from "./special-hours.rule.ts";

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
