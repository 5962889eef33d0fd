import { type Kysely, sql } from "kysely";

/** Requests of the digital team to export or erase what is kept of a person, which a second member approves. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table person_request (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      action text not null check (action in ('export', 'erase')),
      company text not null,
      policy_number text not null,
      role smallint not null check (role in (40, 80)),
      person_key text not null,
      requested_by text not null,
      requested_at timestamptz not null default app_now(),
      due_at timestamptz not null,
      approved_by text,
      approved_at timestamptz
    );
    create index person_request_person on person_request (person_key);
    create index person_request_due on person_request (due_at);
  `)
    .execute(database);
}
