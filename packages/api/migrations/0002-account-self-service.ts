import { type Kysely, sql } from "kysely";

/** The account of a signed-in person: fresh proof of a session, and changes of the sign-in e-mail. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const text of [sessions, emailChanges]) await sql.raw(text).execute(database);
}

/** Null where the sign-in is the newest proof, as for sessions of an earlier version. */
const sessions = `
  alter table gateway_session add column proven_at timestamptz;
`;

const emailChanges = `
  create table email_change (
    id uuid primary key default gen_random_uuid(),
    brand text not null,
    account_id uuid not null references account (id) on delete cascade,
    -- session that requested it
    session_id_hash text not null,
    email text not null,
    email_typed text not null,
    -- the e-mail that was replaced, and that an undo restores
    previous_email text,
    previous_email_typed text,
    codes_sent integer not null default 0,
    wrong_codes integer not null default 0,
    wrong_code_limit integer not null,
    requested_at timestamptz not null default app_now(),
    changed_at timestamptz,
    undo_token_hash text unique,
    undo_ends_at timestamptz,
    undone_at timestamptz,
    -- replaced by a newer request, or locked out
    ended_at timestamptz
  );
  create index email_change_account on email_change (account_id, requested_at desc);
  create index email_change_requested on email_change (requested_at);
`;
