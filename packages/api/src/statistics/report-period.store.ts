import { sql } from "kysely";
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

/** Converts the days to moments. By default the thirty days up to `to`, which is today by default. */
export async function momentsOf(
  database: Db,
  { from, to, timeZone, days = 30, isBefore = false }: ReportDays,
): Promise<{ from: Date; to: Date; firstDay: string; lastDay: string }> {
  const { rows } = await sql<{ from: Date; to: Date; firstDay: string; lastDay: string }>`
    with last as (select coalesce(${to ?? null}::date, (app_now() at time zone ${timeZone})::date) - ${isBefore ? days : 0}::int as day),
    days as (select coalesce(${from ?? null}::date, last.day - ${days - 1}::int) as first, last.day as last from last)
    select first::timestamp at time zone ${timeZone} as "from", (last + 1)::timestamp at time zone ${timeZone} as "to",
      first::text as "firstDay", last::text as "lastDay" from days
  `.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("a period has no row");
  return row;
}
