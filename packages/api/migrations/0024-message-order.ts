import { type Kysely, sql } from "kysely";

/** Orders messages as queued; their times do not when demo mode moves the clock back. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column sequence bigint generated always as identity`.execute(database);
}
