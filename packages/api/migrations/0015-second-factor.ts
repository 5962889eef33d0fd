import { type Kysely, sql } from "kysely";

/** Sign-ins that wait for a second proof, and what a second proof leaves behind. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- a right password, until its browser gives the second proof: no session, and opens nothing
    create table pending_sign_in (
      id uuid primary key default gen_random_uuid(),
      -- keyed hash of what only the browser or the app has
      id_hash text not null unique,
      account_id uuid not null references account (id) on delete cascade,
      -- whether a browser continues at the gateway, or an app gets a ticket
      client text not null check (client in ('browser', 'app')),
      browser text,
      system text,
      -- why the second proof is asked for
      reasons text[] not null,
      -- application that waits for the sign-in, and page that the link asked for
      interaction text,
      client_login_action text,
      failed_sign_ins integer not null,
      last_failed_sign_in_at timestamptz,
      -- the newest code
      sent_method text,
      sent_at timestamptz,
      wrong_codes integer not null default 0,
      wrong_code_limit integer not null,
      -- opens the page "this wasn't me" from a message
      denial_hash text,
      started_at timestamptz not null default app_now(),
      expires_at timestamptz not null,
      extended_at timestamptz,
      -- the second proof, and whether the person wants the browser remembered
      proven_method text,
      remembers boolean not null default false,
      ended_at timestamptz,
      end_reason text
    );
    create index pending_sign_in_account on pending_sign_in (account_id) where ended_at is null;
    create index pending_sign_in_started on pending_sign_in (started_at);
    create index pending_sign_in_denial on pending_sign_in (denial_hash) where denial_hash is not null;

    -- A method by which a code came that its owner had not asked for: off until another second proof.
    create table held_second_factor (
      account_id uuid not null references account (id) on delete cascade,
      method text not null,
      held_at timestamptz not null default app_now(),
      primary key (account_id, method)
    );

    -- null: no second proof was given in this browser
    alter table known_browser add column second_factor_until timestamptz;
    -- method of the second proof; null where there was none
    alter table gateway_session add column second_factor text;
    alter table sign_in_ticket add column second_factor text;
  `)
    .execute(database);
}
