import { type Kysely, sql } from "kysely";

/** When an import changed a contact of the book, and what it replaced. The version before records neither. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table book_row
      -- null: on file since an unknown time, which counts as long ago
      add column email_since timestamptz,
      add column email_before text,
      add column cell_phone_since timestamptz,
      add column cell_phone_before text;
  `)
    .execute(database);
}
