import { type Kysely, sql } from "kysely";

/** What a session is recognised by, browsers that a person can forget, and accounts that their person has frozen. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table gateway_session
      -- names the session to its person, who never sees its secret
      add column public_id uuid not null default gen_random_uuid(),
      add column browser text,
      add column system text;

    create table known_browser (
      account_id uuid not null references account (id) on delete cascade,
      -- device id of the signed cookie
      id_hash text not null,
      public_id uuid not null default gen_random_uuid(),
      browser text,
      system text,
      first_seen_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      -- the cookie is no longer trusted
      forgotten_at timestamptz,
      primary key (account_id, id_hash)
    );
    create index known_browser_seen on known_browser (last_seen_at);

    -- a frozen account is disabled as well, which versions before this one know
    alter table account add column frozen_at timestamptz;
  `)
    .execute(database);
}
