import type { BrandData } from "../brand/brand.schema.ts";
import {
  addDays,
  dayNames,
  localMoment,
  type NearDay,
  nearDay,
  type WeekdayName,
  weekdayOf,
} from "./local-moment.rule.ts";

/** A brand's hours of one province, as its data has them. */
export type WeekHours = NonNullable<BrandData["openingHours"][keyof BrandData["openingHours"]]>;
export type DayHours = NonNullable<WeekHours["weekdays"]>;

/** A day on which nobody answers: ISO date in the province, and what it is called. */
export interface Holiday {
  date: string;
  name: { en: string; fr: string };
}

export type OpeningState =
  /** The brand gives no hours for this province: the number stands alone. */
  | { kind: "noHours" }
  | { kind: "open"; closes: string }
  /** `day` says how to speak of the date: later today, tomorrow, or a weekday within the coming fortnight. */
  | { kind: "closed"; opens: { day: NearDay; date: string; time: string } }
  /** Closed for a fortnight: there is nothing to announce. */
  | { kind: "closedForLong" };

/** One of the seven days from today on; `hours` null is closed all day. */
export interface DayOfWeek {
  day: WeekdayName;
  date: string;
  hours: DayHours | null;
  holiday?: Holiday["name"];
}

export interface OpeningQuestion {
  week: WeekHours | undefined;
  timeZone: string;
  holidays: readonly Holiday[];
  now: Date;
}

const farthestDays = 14;

/**
 * Whether somebody answers now, and until or from when. Compared on the province's own clock face,
 * so that a change to or from daylight saving time moves nothing.
 */
export function openingState({ week, timeZone, holidays, now }: OpeningQuestion): OpeningState {
  if (!week) return { kind: "noHours" };
  const here = localMoment(now, timeZone);
  const today = hoursOn(here.date, week, holidays);
  if (today && today.opens <= here.time && here.time < today.closes) return { kind: "open", closes: today.closes };
  for (let ahead = 0; ahead <= farthestDays; ahead += 1) {
    const date = addDays(here.date, ahead);
    const hours = hoursOn(date, week, holidays);
    if (hours && (ahead > 0 || here.time < hours.opens))
      return { kind: "closed", opens: { day: nearDay(date, { today: here.date }), date, time: hours.opens } };
  }
  return { kind: "closedForLong" };
}

/** The seven days from today on, with their holidays: what is over helps nobody. Empty where the brand gives no hours. */
export function openingWeek({ week, timeZone, holidays, now }: OpeningQuestion): DayOfWeek[] {
  if (!week) return [];
  const { date: today } = localMoment(now, timeZone);
  return dayNames.map((_, ahead) => {
    const date = addDays(today, ahead);
    const holiday = holidays.find((one) => one.date === date);
    return {
      day: weekdayOf(date),
      date,
      hours: hoursOn(date, week, holidays),
      ...(holiday && { holiday: holiday.name }),
    };
  });
}

/** Today's holiday in the province, if it is one. */
export function holidayToday({ timeZone, holidays, now }: Omit<OpeningQuestion, "week">): Holiday | undefined {
  const { date } = localMoment(now, timeZone);
  return holidays.find((one) => one.date === date);
}

function hoursOn(date: string, week: WeekHours, holidays: readonly Holiday[]): DayHours | null {
  if (holidays.some((one) => one.date === date)) return null;
  const day = weekdayOf(date);
  if (day === "saturday") return week.saturday;
  return day === "sunday" ? week.sunday : week.weekdays;
}
