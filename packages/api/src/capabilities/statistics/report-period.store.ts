import { sql } from "kysely";
import type { Db } from "../../platform/database.table.ts";

/** Days as a calendar of the time zone has them, YYYY-MM-DD; both are included. */
export interface ReportDays {
  from: string | undefined;
  to: string | undefined;
  timeZone: string;
}

const defaultDays = 30;

/** The moments at which the days begin and end. Without a last day, today; without a first, thirty days in all. */
export async function momentsOf(
  database: Db,
  { from, to, timeZone }: ReportDays,
): Promise<{ from: Date; to: Date; firstDay: string; lastDay: string }> {
  const { rows } = await sql<{ from: Date; to: Date; firstDay: string; lastDay: string }>`
    with last as (select coalesce(${to ?? null}::date, (app_now() at time zone ${timeZone})::date) as day),
    days as (select coalesce(${from ?? null}::date, last.day - ${defaultDays - 1}::int) as first, last.day as last from last)
    select first::timestamp at time zone ${timeZone} as "from", (last + 1)::timestamp at time zone ${timeZone} as "to",
      first::text as "firstDay", last::text as "lastDay" from days
  `.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("a period has no row");
  return row;
}
