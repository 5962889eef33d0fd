import { type Kysely, sql } from "kysely";

/** Policies that a signed-in person adds by a code to a contact on them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table policy_addition (
      id uuid primary key default gen_random_uuid(),
      account_id uuid not null references account (id) on delete cascade,
      -- session that requested it
      session_id_hash text not null,
      company text not null,
      policy_number text not null,
      role smallint not null check (role in (40, 80)),
      person_key text not null,
      -- e-mail or mobile number on the policy that the code was sent to
      contact text not null,
      wrong_codes integer not null default 0,
      wrong_code_limit integer not null,
      requested_at timestamptz not null default app_now(),
      -- added, replaced by a newer request, or locked out
      ended_at timestamptz
    );
    create index policy_addition_account on policy_addition (account_id) where ended_at is null;
    create index policy_addition_requested on policy_addition (requested_at);
  `)
    .execute(database);
}
