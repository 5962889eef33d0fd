import { type Kysely, sql } from "kysely";

/** Brands that are closed for planned maintenance, one row each. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
      create table maintenance (
        brand text primary key,
        began_at timestamptz not null default app_now(),
        -- told to people; the brand opens again by hand alone
        announced_end timestamptz
      );
    `)
    .execute(database);
}
