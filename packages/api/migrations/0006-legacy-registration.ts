import { type Kysely, sql } from "kysely";

/** Registrations by policy number over API v1. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table legacy_registration (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      province text not null,
      language text not null,
      -- who was found, what was asked and proven, counts and drawn limits
      state jsonb not null,
      started_at timestamptz not null default app_now(),
      last_step_at timestamptz not null default app_now(),
      ended_at timestamptz,
      ended_how text
    );
    create index legacy_registration_started on legacy_registration (started_at);
  `)
    .execute(database);
}
