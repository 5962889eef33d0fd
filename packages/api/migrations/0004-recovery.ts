import { type Kysely, sql } from "kysely";

/** Password recoveries, and links sent by e-mail. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database);

  await run(`
    create table recovery (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      -- null for an address that nobody uses: the same journey, which leads nowhere
      account_id uuid references account (id) on delete cascade,
      -- the address that was typed, as a keyed hash
      email_key text not null,
      -- how the person shows that the account is theirs
      how text not null check (how in ('forgot', 'temporary')),
      language text not null,
      province text not null,
      wrong_codes integer not null default 0,
      wrong_facts integer not null default 0,
      mails integer not null default 0,
      -- given for a right code or temporary password, spent with the new password
      token_hash text unique,
      token_expires_at timestamptz,
      started_at timestamptz not null default app_now(),
      done_at timestamptz,
      ended_how text
    );
    create index recovery_account on recovery (account_id) where done_at is null;
    create index recovery_started on recovery (started_at);
  `);

  await run(`
    create table link (
      id uuid primary key default gen_random_uuid(),
      token_hash text not null unique,
      brand text not null,
      action text not null,
      source text,
      -- whose file it opens: a person of the book, an account, or both
      person_key text,
      company text,
      policy_number text,
      role smallint check (role in (40, 80)),
      account_id uuid references account (id) on delete cascade,
      recovery_id uuid references recovery (id) on delete cascade,
      -- where it went; and, for an account whose address changes with it, the new one
      recipient text,
      recipient_typed text,
      changes_email boolean not null default false,
      ubi boolean not null default false,
      language text not null,
      province text not null,
      -- keyed hash of what it was issued for: password, address, mobile number, policy. Another value, and it is stale
      bound_to text not null,
      wrong_answers integer not null default 0,
      mails integer not null default 0,
      usernames_taken integer not null default 0,
      issued_at timestamptz not null default app_now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      deleted_at timestamptz,
      superseded_at timestamptz
    );
    create index link_account on link (account_id);
    create index link_recovery on link (recovery_id);
    create index link_expires on link (expires_at);
  `);

  await run(`create index recovery_email on recovery (email_key, started_at desc)`);
}
