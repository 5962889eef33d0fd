import { type Kysely, sql } from "kysely";

/** Published versions that a server could not load, with the version that it shows. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table brand_load_failure (
      -- host name and port
      server text not null,
      brand text not null,
      number integer not null,
      -- 0 is the folder
      shown integer not null,
      failed_at timestamptz not null default app_now(),
      primary key (server, brand)
    );
  `)
    .execute(database);
}
