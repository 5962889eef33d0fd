import { type Kysely, sql } from "kysely";

/** A row marks the database as used in production; demo mode then refuses it permanently. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      create table production_use (
        only_row boolean primary key default true check (only_row),
        since timestamptz not null default now()
      );
      -- A database older than this table: demo mode leaves the fingerprint of its book with the first import.
      insert into production_use
        select true, now()
        where (exists (select from account) or exists (select from book_row))
          and not exists (select from book_import where fingerprint is not null);
    `)
    .execute(database);
}
