import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { BrandData } from "../brand/brand.schema.ts";
import type { DayHours, SpecialDay } from "../brand/brand-hours.schema.ts";

/** A brand's special day for the telephone or the chat of one province; `date` with or without a year. */
export type SpecialHours = Pick<SpecialDay, "date" | "name" | "hours">;

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
