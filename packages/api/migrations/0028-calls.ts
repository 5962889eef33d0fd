import { type Kysely, sql } from "kysely";

/** Calls speak a code. The version before neither queues nor sends them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table notification drop constraint notification_channel_check;
    alter table notification add constraint notification_channel_check
      check (channel in ('EMAIL', 'SMS', 'VOICE', 'LETTER'));
  `)
    .execute(database);
}
