import { type Kysely, sql } from "kysely";

/** The time of the proof behind a session that an application handed over. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- when the person gave the proof; null: when the session started
    alter table gateway_session add column authenticated_at timestamptz;
  `)
    .execute(database);
}
