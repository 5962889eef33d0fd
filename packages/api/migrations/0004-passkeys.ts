import { type Kysely, sql } from "kysely";

/** Passkeys of accounts, the challenges that were used, and what opened a session. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table passkey (
    id uuid primary key default gen_random_uuid(),
    account_id uuid not null references account (id) on delete cascade,
    -- base64url, as the authenticator chose it
    credential_id text not null unique,
    -- host that the authenticator bound it to
    relying_party text not null,
    -- COSE key
    public_key bytea not null,
    sign_count bigint not null,
    transports text[] not null,
    -- whether the device may copy it to the person's other devices, and whether it has
    backup_eligible boolean not null,
    backed_up boolean not null,
    name text not null,
    created_at timestamptz not null default app_now(),
    last_used_at timestamptz,
    -- set when a copy of the authenticator was noticed
    blocked_at timestamptz
  );
  create index passkey_account on passkey (account_id);

  -- used challenges, until they expire: a challenge is signed, and stored only here
  create table passkey_challenge (
    nonce text primary key,
    expires_at timestamptz not null
  );
  create index passkey_challenge_expires on passkey_challenge (expires_at);

  alter table gateway_session add column opened_by text check (opened_by in ('password', 'ticket', 'passkey'));
`)
    .execute(database);
}
