import { type Kysely, sql } from "kysely";

/** Authenticator apps and recovery codes of accounts, the removal of a method, the preferred method, and a fresh second proof. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table authenticator (
    id uuid primary key default gen_random_uuid(),
    account_id uuid not null references account (id) on delete cascade,
    name text not null,
    -- encrypted; key_id names the key
    secret text not null,
    key_id text not null,
    -- session that set it up, until a first code confirms it
    session_id_hash text,
    confirmed_at timestamptz,
    -- time step of the newest accepted code: this step and earlier ones are used up
    last_step bigint,
    created_at timestamptz not null default app_now(),
    last_used_at timestamptz,
    -- off until its owner keeps it
    off_since timestamptz,
    removed_at timestamptz,
    -- an agent confirmed with the person that the change is theirs
    kept_at timestamptz
  );
  create index authenticator_account on authenticator (account_id);
  create index authenticator_key on authenticator (key_id);

  create table recovery_code (
    id uuid primary key default gen_random_uuid(),
    account_id uuid not null references account (id) on delete cascade,
    -- first characters of the code, by which its row is found
    selector text not null,
    code_hash text not null,
    made_at timestamptz not null default app_now(),
    used_at timestamptz,
    superseded_at timestamptz
  );
  create index recovery_code_account on recovery_code (account_id);

  -- removals of authenticator apps and passkeys that a link in a message undoes
  create table method_removal (
    id uuid primary key default gen_random_uuid(),
    account_id uuid not null references account (id) on delete cascade,
    brand text not null,
    method text not null check (method in ('authenticator', 'passkey')),
    method_id uuid not null,
    undo_token_hash text not null unique,
    removed_at timestamptz not null default app_now(),
    undo_ends_at timestamptz not null,
    undone_at timestamptz
  );
  create index method_removal_account on method_removal (account_id);

  -- method that the person chose to be asked for first
  alter table account add column second_factor_first text;
  alter table gateway_session
    -- when the person last gave a second proof in this session
    add column second_proven_at timestamptz;
`)
    .execute(database);
}
