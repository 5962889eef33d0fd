import { type Kysely, sql } from "kysely";

/** The normalised e-mail of a link request, by which an export and an erasure find it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- null in requests of the version before
    alter table link_request add column recipient text;
  `)
    .execute(database);
}
