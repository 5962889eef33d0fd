import { z } from "zod";
import { dayNames } from "../opening-hours/local-moment.rule.ts";

/** Telephone and chat hours of the brand in the user's province. */
const clock = z.string().meta({ description: "HH:MM on the province's clock", examples: ["17:30"] });
const date = z.iso.date();
const day = z.enum(dayNames);
const occasion = z.strictObject({ en: z.string(), fr: z.string() });

const openingState = z.discriminatedUnion("kind", [
  /** The brand gives no hours for this province: only the number is shown. */
  z.strictObject({ kind: z.literal("noHours") }),
  z.strictObject({ kind: z.literal("open"), closes: clock }),
  /** `day` names the date: later today, tomorrow, or a weekday within the coming fortnight. */
  z.strictObject({
    kind: z.literal("closed"),
    opens: z.strictObject({ day: z.enum(["today", "tomorrow", ...dayNames]), date, time: clock }),
  }),
  /** Closed for a fortnight: no opening is announced. */
  z.strictObject({ kind: z.literal("closedForLong") }),
]);
export type OpeningState = z.infer<typeof openingState>;

const dayOfWeek = z.strictObject({
  day,
  date,
  hours: z.strictObject({ opens: clock, closes: clock }).nullable(),
  /** Why the hours differ from the weekday's: a statutory holiday, or a special day of the brand. */
  occasion: occasion.optional(),
});
export type DayOfWeek = z.infer<typeof dayOfWeek>;

export const hoursResponse = z.strictObject({
  telephone: z.strictObject({
    number: z.string(),
    state: openingState,
    /** The seven days from today on; empty where the brand gives no hours. */
    week: z.array(dayOfWeek),
  }),
  /** `noHours` where the brand has no chat in the province. */
  chat: z.strictObject({ state: openingState }),
});
export type HoursResponse = z.infer<typeof hoursResponse>;
