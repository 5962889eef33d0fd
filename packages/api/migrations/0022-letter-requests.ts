import { type Kysely, sql } from "kysely";

/** Requested letters with a new PIN, kept until the insurer has mailed them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table letter_request (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      company text not null,
      policy_number text not null,
      role smallint not null check (role in (40, 80)),
      person_key text not null,
      language text not null check (language in ('en', 'fr')),
      journey_id uuid not null,
      requested_at timestamptz not null default app_now(),
      acknowledged_at timestamptz
    );
    -- a person has one open request for each policy
    create unique index letter_request_open on letter_request (brand, company, policy_number, person_key)
      where acknowledged_at is null;
    create index letter_request_requested on letter_request (requested_at);
  `)
    .execute(database);
}
