import { type Kysely, sql } from "kysely";

/** Finds a decoy account near any id of a brand, for a constant-time login with unknown names. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index account_neighbours on account (brand, id)`.execute(database);
}
