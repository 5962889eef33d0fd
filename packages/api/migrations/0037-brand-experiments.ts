import { type Kysely, sql } from "kysely";

/** A version of a brand that a share of journeys is shown in place of the published one. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table brand_experiment (
      id bigint generated always as identity primary key,
      brand text not null,
      -- what the other journeys are shown; 0 is the folder
      published integer not null,
      tried integer not null,
      -- percent of the journeys
      share smallint not null check (share between 1 and 50),
      started_by text not null,
      started_at timestamptz not null default app_now(),
      -- journeys of both versions that are over, and those that got stuck, when they were last compared
      counts jsonb not null default '{"published": {"journeys": 0, "stuck": 0}, "tried": {"journeys": 0, "stuck": 0}}',
      compared_at timestamptz not null default app_now(),
      ended_at timestamptz,
      ended_by text,
      end_reason text,
      foreign key (brand, tried) references brand_version
    );
    create unique index brand_experiment_running on brand_experiment (brand) where ended_at is null;
  `)
    .execute(database);
}
