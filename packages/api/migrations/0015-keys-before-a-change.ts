import { type Kysely, sql } from "kysely";

/** A count under a new lookup key names its key before the change, by which references that were kept earlier find it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ["limit_window", "sign_in_failure"]) {
    await sql`alter table ${sql.table(table)} add column earlier_key text`.execute(database);
    const index = sql.ref(`${table}_earlier_key`);
    await sql`create index ${index} on ${sql.table(table)} (earlier_key) where earlier_key is not null`.execute(
      database,
    );
  }
}
