import { startOfDay } from "@vestibule/contract/local-time.rule.ts";
import { addDays, localMoment } from "@vestibule/contract/opening-hours/local-moment.rule.ts";
import { readTime } from "../platform/database.adapter.ts";
import type { Db } from "../platform/database.table.ts";

/** Calendar days in the time zone, YYYY-MM-DD, both inclusive. */
export interface ReportDays {
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
  /** Length of the period without `from`. */
  days?: number;
  /** The period of the same length that ends the day before. */
  isBefore?: boolean;
}

/**
 * Converts the days to moments. By default the thirty days up to `to`, which is today by default. Time zones are those of
 * the runtime, as everywhere: the database can have older rules.
 */
export async function momentsOf(
  database: Db,
  { from, to, timeZone, days = 30, isBefore = false }: ReportDays,
): Promise<{ from: Date; to: Date; firstDay: string; lastDay: string }> {
  const { date: today } = localMoment(await readTime(database), timeZone);
  const lastDay = addDays(to ?? today, isBefore ? -days : 0);
  const firstDay = from ?? addDays(lastDay, 1 - days);
  return {
    from: startOfDay(firstDay, timeZone),
    to: startOfDay(addDays(lastDay, 1), timeZone),
    firstDay,
    lastDay,
  };
}
