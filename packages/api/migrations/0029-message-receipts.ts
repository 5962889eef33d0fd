import { type Kysely, sql } from "kysely";

/** What the provider of a message reported after it had accepted it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table notification add column receipt text check (receipt in ('delivered', 'undelivered'));
    alter table notification add column undelivered_reason text;
    create index notification_provider_message on notification (provider_message_id)
      where provider_message_id is not null;
    -- messages to numbers that a provider does not know
    create index notification_undelivered on notification (recipient) where receipt = 'undelivered';
  `)
    .execute(database);
}
