import { type Kysely, sql } from "kysely";

/** Finds an account beside any id of a brand: a name that nobody carries costs what that account's password costs. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index account_neighbours on account (brand, id)`.execute(database);
}
