import { idsOf, isOneOf } from "@vestibule/catalogue/ids-of.ts";
import { checkDateOfBirth } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { FieldError, FieldErrorKey } from "@vestibule/contract/fields/field-error.ts";

export type DatePart = "day" | "month" | "year";

/** Checks a date of birth that three fields ask for, joined as YYYY-MM-DD; the error names the parts that are wrong. */
export function checkDateParts(value: string, on: { today: string }): FieldError | undefined {
  const error = checkDateOfBirth(value, on);
  return error?.key === "date" ? { key: wrongParts(value) } : error;
}

function wrongParts(value: string) {
  const [year = "", month = "", day = ""] = value.split("-");
  const isWrong = {
    day: !/^\d{2}$/.test(day) || Number(day) < 1 || Number(day) > 31,
    month: !/^\d{2}$/.test(month) || Number(month) < 1 || Number(month) > 12,
    year: !/^\d{4}$/.test(year),
  };
  const named = idsOf(partsOf).find((key) => parts.every((part) => isWrong[part] === isOneOf(partsOf[key], part)));
  return named ?? "noSuchDay";
}

const parts = ["day", "month", "year"] as const;

/** The parts that are wrong, by the error that names them. */
const partsOf = {
  day: ["day"],
  month: ["month"],
  year: ["year"],
  dayMonth: ["day", "month"],
  dayYear: ["day", "year"],
  monthYear: ["month", "year"],
  dayMonthYear: ["day", "month", "year"],
} as const satisfies Partial<Record<FieldErrorKey, readonly DatePart[]>>;

/** The parts to mark for each error of a date. */
const markedFor: Partial<Record<FieldErrorKey, readonly DatePart[]>> = {
  ...partsOf,
  age: ["year"],
  noSuchDay: ["day", "month"],
};

/** The parts to mark for an error; all of them where it does not name one. */
export function markedParts(key: FieldErrorKey | undefined): readonly DatePart[] {
  if (key === undefined) return [];
  return markedFor[key] ?? parts;
}
