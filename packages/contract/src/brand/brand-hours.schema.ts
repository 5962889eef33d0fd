import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import { isRealDate } from "../fields/date-of-birth.rule.ts";

export const province = z.enum(provinceIds);
const text = z.string().regex(/\S/, "has no text");
export const bothLanguages = z.strictObject({ en: text, fr: text });

const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "a time as HH:MM");
const span = z
  .strictObject({ opens: clock, closes: clock })
  .refine((day) => day.opens < day.closes, "opens before it closes");

/** Opening hours of a week; null means closed. */
export const week = z.strictObject({ weekdays: span.nullable(), saturday: span.nullable(), sunday: span.nullable() });
export type WeekHours = z.infer<typeof week>;
export type DayHours = z.infer<typeof span>;

/** Hours of one day: an omitted `opens` or `closes` keeps the weekday's value. */
const changedHours = z
  .strictObject({ opens: clock.optional(), closes: clock.optional() })
  .refine(({ opens, closes }) => (opens ?? closes) !== undefined, "opens, closes, or both")
  .refine(({ opens = "00:00", closes = "24:00" }) => opens < closes, "opens before it closes");

/** A day with different hours, which take precedence over the weekday and the province's holidays. */
export const specialDay = z.strictObject({
  /** "12-24" is every year, "2026-12-24" that year alone. */
  date: z
    .string()
    .regex(/^(\d{4}-)?\d{2}-\d{2}$/, { error: "12-24 (every year) or 2026-12-24 (that year alone)", abort: true })
    .refine(isInCalendar, "is no day of the calendar"),
  name: bothLanguages,
  /** Provinces it applies to; absent: all provinces of the brand. */
  provinces: z.array(province).min(1).optional(),
  /** Hours of the telephone and the chat; null means closed. */
  hours: changedHours.nullable(),
  /** Hours of the chat, where they differ from the telephone's; null means closed. */
  chat: changedHours.nullable().optional(),
});
export type SpecialDay = z.infer<typeof specialDay>;

/** Accepts 29 February where the date has no year. */
function isInCalendar(date: string): boolean {
  return isRealDate(date.length === "12-24".length ? `2024-${date}` : date);
}
