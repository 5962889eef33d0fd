import { type Kysely, sql } from "kysely";

/** Wrong passwords typed behind a link, counted apart from wrong identity facts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table link add column wrong_passwords integer not null default 0`.execute(database);
}
