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
 * The special day of an ISO date with its hours, null for closed: the one of that year, else the yearly one. Undefined
 * where there is none, or where it only changes times of a closed weekday.
 */
export function specialHoursOn(
  date: string,
  { ownDays, usual }: { ownDays: readonly SpecialHours[]; usual: DayHours | null },
): { name: SpecialHours["name"]; hours: DayHours | null } | undefined {
  const own = ownDays.find((one) => one.date === date) ?? ownDays.find((one) => one.date === date.slice(5));
  if (own === undefined) return undefined;
  if (own.hours === null) return { name: own.name, hours: null };
  const { opens = usual?.opens, closes = usual?.closes } = own.hours;
  return opens === undefined || closes === undefined ? undefined : { name: own.name, hours: { opens, closes } };
}
