import { type Kysely, sql } from "kysely";

/**
 * Queues messages in their own table, with the code and link of each, so that a revoked or expired one is not sent.
 * The schema `jobs` remains for servers of the previous version.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column code_id uuid, add column link_id uuid`.execute(database);
  await sql`
    create index notification_due on notification (channel, kind, (coalesce(claimed_until, queued_at)))
    where status = 'queued'`.execute(database);
}
