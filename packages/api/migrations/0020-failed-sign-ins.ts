import { type Kysely, sql } from "kysely";

/** Failed attempts since the previous sign-in and the time of the latest, which the gateway shows after sign-in. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      alter table gateway_session
        add column failed_sign_ins integer not null default 0,
        add column last_failed_sign_in_at timestamptz;
    `)
    .execute(database);
}
