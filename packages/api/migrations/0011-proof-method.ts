import { type Kysely, sql } from "kysely";

/** Tells the time of a sign-in with a passkey from that of a password given since. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table gateway_session add column proven_by text`.execute(database);
}
