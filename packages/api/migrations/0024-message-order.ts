import { type Kysely, sql } from "kysely";

/** The order in which messages were queued, which the time does not keep where demo mode's clock goes back. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column sequence bigint generated always as identity`.execute(database);
}
