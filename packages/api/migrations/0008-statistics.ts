import { type Kysely, sql } from "kysely";

/** Statistics read the audit trail by time, and each chain from the last event they counted. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index audit_event_at on audit_event (at)`.execute(database);
  await sql`create index audit_event_chain on audit_event (chain, id)`.execute(database);
}
