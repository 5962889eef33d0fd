import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.table.ts";

const longestWindowMinutes = Math.max(
  ...Object.values(limits).map((limit) => ("windowMinutes" in limit ? limit.windowMinutes : 0)),
);

/** What is kept for a time only, and when a row of it is past: journeys a day, codes and tokens a week after their end. */
const shortLived: Readonly<Record<string, RawBuilder<boolean>>> = {
  registration_session: sql`started_at < app_now() - interval '24 hours'`,
  legacy_registration: sql`started_at < app_now() - interval '24 hours'`,
  one_time_code: sql`expires_at < app_now() - interval '7 days'`,
  link: sql`expires_at < app_now() - interval '7 days'`,
  recovery: sql`started_at < app_now() - interval '7 days'`,
  sign_in_ticket: sql`expires_at < app_now() - interval '7 days'`,
  gateway_session: sql`last_seen_at < app_now() - interval '7 days'`,
  agent_session: sql`last_seen_at < app_now() - make_interval(days => ${lifetimes.agentAddressDays}::int)`,
  link_request: sql`due_at < app_now() - interval '7 days'`,
  support_reference: sql`expires_at < app_now()`,
  limit_window: sql`touched_at < app_now() - make_interval(mins => ${longestWindowMinutes}::int)`,
};

/** Few enough that a statement ends well within its time. */
const batch = 2000;

/** Deletes what is past; how many rows of each table went. Servers may do it at once: each row goes once. */
export async function forgetPast(database: Db): Promise<Record<string, number>> {
  const gone: Record<string, number> = {};
  for (const [table, past] of Object.entries(shortLived)) {
    let deleted: number;
    do {
      deleted = await deleteBatch(database, { table, past });
      gone[table] = (gone[table] ?? 0) + deleted;
    } while (deleted === batch);
  }
  return gone;
}

async function deleteBatch(database: Db, { table, past }: { table: string; past: RawBuilder<boolean> }) {
  const name = sql.table(table);
  const { numAffectedRows } = await sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${past} limit ${batch} for update skip locked))`.execute(database);
  return Number(numAffectedRows ?? 0);
}
