import { checkDateOfBirth } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";

export type DatePart = "day" | "month" | "year";

/** Checks a date of birth that three fields ask for, joined as YYYY-MM-DD; the error names the part that is wrong, if it is one. */
export function checkDateParts(value: string, on: { today: string }): FieldError | undefined {
  const error = checkDateOfBirth(value, on);
  return error?.key === "date" ? { key: wrongPart(value) } : error;
}

function wrongPart(value: string): DatePart | "noSuchDay" | "date" {
  const [year = "", month = "", day = ""] = value.split("-");
  const isWrong = {
    day: !/^\d{2}$/.test(day) || Number(day) < 1 || Number(day) > 31,
    month: !/^\d{2}$/.test(month) || Number(month) < 1 || Number(month) > 12,
    year: !/^\d{4}$/.test(year),
  };
  const wrong = (["day", "month", "year"] as const).filter((part) => isWrong[part]);
  if (wrong.length === 0) return "noSuchDay";
  return wrong.length === 1 && wrong[0] !== undefined ? wrong[0] : "date";
}

const partsOf: Partial<Record<FieldError["key"], readonly DatePart[]>> = {
  day: ["day"],
  month: ["month"],
  year: ["year"],
  age: ["year"],
  noSuchDay: ["day", "month"],
};

/** The parts to mark for an error; all of them where it does not name one. */
export function markedParts(key: FieldError["key"] | undefined): readonly DatePart[] {
  if (key === undefined) return [];
  return partsOf[key] ?? ["day", "month", "year"];
}
