import type { Db } from "@vestibule/api/platform/database.table.ts";
import { type RawBuilder, sql } from "kysely";

/** Returns the number of rows that a query selects. */
export async function countRows(database: Db, query: RawBuilder<unknown>): Promise<number> {
  return (await query.execute(database)).rows.length;
}

export const countMessages = (database: Db, { to, kind }: { to: string; kind: string }) =>
  countRows(database, sql`select from notification where recipient = ${to} and kind = ${kind}`);
