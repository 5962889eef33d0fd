import { type Kysely, sql } from "kysely";

/** What the gateway tells a person who signs in: how often a wrong password was tried since the time before, and when last. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      alter table gateway_session
        add column failed_sign_ins integer not null default 0,
        add column last_failed_sign_in_at timestamptz;
    `)
    .execute(database);
}
