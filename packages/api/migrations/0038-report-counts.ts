import { type Kysely, sql } from "kysely";

/** The counts of the report, so that it reads the audit trail's newest events only. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table report_position (
      id bigint generated always as identity primary key,
      figure text not null,
      -- hash of the query that counts; a version of the portal with another query counts again from the beginning
      definition text not null,
      -- id of the newest event that is counted, by chain of the audit trail
      position jsonb not null default '{}',
      counted_at timestamptz not null default app_now(),
      unique (figure, definition)
    );
    create table report_dimension (
      position_id bigint not null,
      -- MD5 of brand and dimensions
      key uuid not null,
      -- empty where the event has none
      brand text not null,
      dimensions jsonb not null,
      primary key (position_id, key)
    );
    create table report_count (
      position_id bigint not null,
      -- beginning of the half hour in which the journey began or the event happened
      part timestamptz not null,
      -- of report_dimension
      key uuid not null,
      -- when a journey that nothing has ended counts as left
      over_at timestamptz not null default '-infinity',
      count integer not null,
      primary key (position_id, part, key, over_at)
    );
  `)
    .execute(database);
}
