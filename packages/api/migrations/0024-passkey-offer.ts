import { type Kysely, sql } from "kysely";

/**
 * When to offer a passkey after a code. The version before counts no codes, so that the offer comes later than it
 * might.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table account add column codes_in_a_row integer not null default 0;
    alter table account add column passkey_declined_at timestamptz;
  `)
    .execute(database);
}
