import { type Kysely, sql } from "kysely";

/** When a registration's newest token replaced the one before, which reads the page for some seconds more. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table registration_attempt add column replaced_at timestamptz`.execute(database);
}
