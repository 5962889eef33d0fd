import { type Kysely, sql } from "kysely";

/**
 * Messages are queued in their own table: an index for the queues, and the code and the link that a message carries,
 * so that one that is worth nothing any more is not sent. The schema `jobs` stays for servers of the version before.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column code_id uuid, add column link_id uuid`.execute(database);
  await sql`
    create index notification_due on notification (channel, kind, (coalesce(claimed_until, queued_at)))
    where status = 'queued'`.execute(database);
}
