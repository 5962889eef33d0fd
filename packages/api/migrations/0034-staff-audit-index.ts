import { type Kysely, sql } from "kysely";

/** Finds what one agent or operator did; the events of people are not in the index. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      "create index audit_event_staff on audit_event (actor, at) where actor like 'agent:%' or actor like 'operator:%'",
    )
    .execute(database);
}
