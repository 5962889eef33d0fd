import { type Kysely, sql } from "kysely";

/** Requests of additional drivers for a login, which the policyholder approves or refuses. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table household_request (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      -- the policyholder's; null once it is deleted
      account_id uuid references account (id) on delete set null,
      -- registration in which the driver asked
      journey_id uuid not null,
      company text not null,
      policy_number text not null,
      role smallint not null check (role in (40, 80)),
      person_key text not null,
      first_name text not null,
      -- e-mail that the driver gave for the result, and will log in with
      email text not null,
      email_typed text not null,
      language text not null,
      province text not null,
      origin text not null,
      -- token of the policyholder's message
      token_hash text not null unique,
      state text not null default 'requested' check (state in ('requested', 'approved', 'refused', 'expired')),
      requested_at timestamptz not null default app_now(),
      due_at timestamptz not null,
      ended_at timestamptz
    );
    create unique index household_request_open on household_request (account_id, company, policy_number, person_key)
      where state = 'requested';
    create index household_request_account on household_request (account_id);
    create index household_request_due on household_request (due_at);
    create index household_request_person on household_request (person_key);
  `)
    .execute(database);
}
