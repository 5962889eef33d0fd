import { localMoment } from "../opening-hours/local-moment.rule.ts";
import type { FieldError } from "./field-error.ts";

const youngest = 16;
const oldest = 100;

/** Checks for a real date of a person aged 16 to 100 on `today`. Both are YYYY-MM-DD; today is the province's date. */
export function checkDateOfBirth(value: string, on: { today: string }): FieldError | undefined {
  if (value === "" || value === "--") return { key: "required" };
  if (!isRealDate(value)) return { key: "date" };
  const age = ageOn(value, on.today);
  return age < youngest || age > oldest ? { key: "age", facts: { youngest, oldest } } : undefined;
}

/** Joins the form's three parts and pads them: 1, 2, 1950 become 1950-02-01. Empty where all three are empty. */
export function joinDate(parts: { day: string; month: string; year: string }): string {
  const [day, month, year] = [parts.day, parts.month, parts.year].map((part) => part.trim());
  if (!day && !month && !year) return "";
  return `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
}

/** Current date in a time zone, YYYY-MM-DD. */
export function dateInZone(moment: Date, timeZone: string): string {
  return localMoment(moment, timeZone).date;
}

export function isRealDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Age in whole years; a person born on 29 February has a birthday on 1 March in other years. */
function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}
