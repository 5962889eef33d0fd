import { type Kysely, sql } from "kysely";

/** Counts wrong passwords on a link separately from wrong identity facts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table link add column wrong_passwords integer not null default 0`.execute(database);
}
