import { type Kysely, sql } from "kysely";

/** Versions of brands, and which of them is published from when. Without a row, the brand's folder is. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table brand_version (
      brand text not null,
      -- from 1; 0 is the folder
      number integer not null check (number > 0),
      based_on integer not null,
      -- texts of the brand's files by name
      files jsonb not null,
      reason text not null,
      author text not null,
      created_at timestamptz not null default app_now(),
      approved_by text,
      approved_at timestamptz,
      primary key (brand, number)
    );
    create table brand_publication (
      -- of those whose time has come, the last one counts
      sequence bigint generated always as identity primary key,
      brand text not null,
      number integer not null,
      published_by text not null,
      published_at timestamptz not null
    );
  `)
    .execute(database);
}
