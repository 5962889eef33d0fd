import { type Kysely, sql } from "kysely";

/** Lets an agent find the account of a sign-in and the messages of a journey by reference. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database);
  await run(`alter table support_reference add column account_id uuid`);
  await run(`alter table notification add column journey_id uuid`);
  await run(`create index notification_journey on notification (journey_id) where journey_id is not null`);
}
