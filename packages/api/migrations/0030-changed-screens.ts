import { type Kysely, sql } from "kysely";

/** Screens that a draft changes, and which of them members have opened. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table brand_version add column screens text[] not null default '{}';
    create table brand_screen_view (
      brand text not null,
      number integer not null,
      screen text not null,
      member text not null,
      seen_at timestamptz not null default app_now(),
      primary key (brand, number, screen, member),
      foreign key (brand, number) references brand_version
    );
  `)
    .execute(database);
}
