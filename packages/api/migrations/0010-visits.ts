import { type Kysely, sql } from "kysely";

/** Links a reference to its browser session and to the limits of its client IP. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database);
  await run(`alter table support_reference add column visit_id text`);
  // Key of the client IP's window by limit, never the IP itself.
  await run(`alter table support_reference add column address_keys jsonb not null default '{}'`);
  await run(`create index support_reference_visit on support_reference (visit_id) where visit_id is not null`);
  await run(
    `create index audit_event_visit on audit_event ((facts ->> 'visit'), id) where facts ->> 'visit' is not null`,
  );
}
