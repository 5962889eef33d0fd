import type { Db } from "@vestibule/api/platform/database.table.ts";
import { sql } from "kysely";

/** Number of rows by table, by what kind of row it is, and by which columns have a value. */
export type RowCounts = ReadonlyMap<string, number>;

/** Columns whose value says what kind of row it is or what state it is in. */
const telling = [
  "event",
  "result",
  "kind",
  "model",
  "action",
  "state",
  "status",
  "page",
  "disabled",
  "language",
  "opened_by",
];
/** Columns of a message, which the workers that send it fill in later. */
const ofSending = ["status", "attempts", "claimed_until", "provider_message_id", "last_fault", "receipt", "done_at"];
/** Tables of counters and positions, where a killed call counts, too, and of the report, which a job writes. */
const uncounted = [
  ...["limit_window", "sign_in_failure", "audit_head", "audit_seal", "key_use", "last_answer"],
  ...["report_count", "report_dimension", "report_position"],
];

export async function countAllRows(database: Db): Promise<RowCounts> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${uncounted})`.execute(database);
  const counts = new Map<string, number>();
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ values: Record<string, unknown>; filled: string; count: number }>`
      select (select jsonb_object_agg(key, value) from jsonb_each(row)
          where key = any(${telling}) and jsonb_typeof(value) <> 'object') as values,
        (select string_agg(key, ' ' order by key) from jsonb_each(row) where value <> 'null') as filled,
        count(*)::int as count
      from (select to_jsonb(counted) - ${name === "notification" ? ofSending : []}::text[] as row
        from ${sql.table(name)} counted) written group by 1, 2`.execute(database);
    for (const { values, filled, count } of rows) counts.set(`${name} ${JSON.stringify(values)} ${filled}`, count);
  }
  return counts;
}

/** Rows that came or went between two counts, one line for each kind of row. */
export function changesBetween(before: RowCounts, after: RowCounts): string[] {
  const kinds = [...new Set([...before.keys(), ...after.keys()])].sort();
  return kinds.flatMap((kind) => {
    const change = (after.get(kind) ?? 0) - (before.get(kind) ?? 0);
    return change === 0 ? [] : [`${change > 0 ? "+" : ""}${change} ${kind}`];
  });
}
