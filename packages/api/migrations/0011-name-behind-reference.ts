import { type Kysely, sql } from "kysely";

/** Keyed hash of the login name of a refused login, by which a reference finds the lock of an unknown name. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table support_reference add column name_key text`.execute(database);
}
