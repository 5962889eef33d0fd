import { type Kysely, sql } from "kysely";

/** Counters under a new lookup key also keep the key from before the change, by which older references find them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ["limit_window", "sign_in_failure"]) {
    await sql`alter table ${sql.table(table)} add column earlier_key text`.execute(database);
    const index = sql.ref(`${table}_earlier_key`);
    await sql`create index ${index} on ${sql.table(table)} (earlier_key) where earlier_key is not null`.execute(
      database,
    );
  }
}
