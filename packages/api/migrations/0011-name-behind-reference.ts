import { type Kysely, sql } from "kysely";

/** A reference of a login for a name that no account carries still finds that name's lock: by its keyed hash, as counted. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table support_reference add column name_key text`.execute(database);
}
