import { type Kysely, sql } from "kysely";

/** No released version uses the column, so `oldest_migration` stays. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table email_change drop column codes_sent`.execute(database);
}
