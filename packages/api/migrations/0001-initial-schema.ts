import { type Kysely, sql } from "kysely";

/**
 * Initial schema. Times are timestamptz from `app_now()`, the database's clock plus an offset that only demo mode and
 * tests change.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database);

  await run(`
    create table clock_offset (only_row boolean primary key default true check (only_row), seconds bigint not null default 0);
    insert into clock_offset default values;
    create function app_now() returns timestamptz language sql stable
      as $$ select clock_timestamp() + make_interval(secs => (select seconds from clock_offset)) $$;
  `);

  await run(`
    create table book_row (
      id uuid primary key default gen_random_uuid(),
      company text not null,
      policy_number text not null,
      line text not null,
      year integer not null,
      province text not null,
      role smallint not null check (role in (40, 80)),
      first_name text not null,
      last_name text not null,
      date_of_birth date not null,
      -- folded first name, folded last name and date of birth: who this is, whatever the spelling
      person_key text not null,
      postal_code text,
      email text,
      email_typed text,
      cell_phone text,
      licence_province text,
      licence_number text,
      ubi boolean not null default false,
      pin_hash text,
      pin_spent_at timestamptz,
      language text,
      registry text not null check (registry in ('smart', 'legacy')),
      imported_at timestamptz not null default app_now(),
      unique (company, policy_number, role, person_key)
    );
    create index book_row_email on book_row (email, company, role);
    create index book_row_policy on book_row (policy_number, company);
    create index book_row_person on book_row (person_key);
  `);

  await run(`
    create table account (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      email text not null,
      email_typed text not null,
      person_key text not null,
      first_name text not null,
      last_name text not null,
      date_of_birth date not null,
      status text not null check (status in ('A', 'T', 'L')),
      disabled boolean not null default false,
      password_hash text not null,
      password_changed_at timestamptz not null default app_now(),
      temporary_until timestamptz,
      language text not null,
      province text not null,
      terms_version text,
      terms_language text,
      terms_french_first boolean,
      terms_accepted_at timestamptz,
      last_sign_in_at timestamptz,
      created_at timestamptz not null default app_now(),
      constraint account_email_once unique (brand, email),
      constraint account_person_once unique (brand, person_key)
    );
    create table account_policy (
      account_id uuid not null references account (id) on delete cascade,
      company text not null,
      policy_number text not null,
      role smallint not null check (role in (40, 80)),
      added_at timestamptz not null default app_now(),
      primary key (account_id, company, policy_number, role)
    );
    create table password_history (
      account_id uuid not null references account (id) on delete cascade,
      password_hash text not null,
      set_at timestamptz not null default app_now(),
      primary key (account_id, set_at)
    );
  `);

  await run(`
    create table registration_session (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      province text not null,
      language text not null,
      page text not null,
      -- journey facts: account type, who was found, what was proven, counters and drawn limits
      state jsonb not null,
      newest_jti text not null,
      previous_jti text,
      previous_fingerprint text,
      previous_answer jsonb,
      started_at timestamptz not null default app_now(),
      last_step_at timestamptz not null default app_now(),
      ended_at timestamptz,
      ended_how text
    );
    create index registration_session_started on registration_session (started_at);

    create table one_time_code (
      id uuid primary key default gen_random_uuid(),
      purpose text not null,
      brand text not null,
      session_id uuid not null,
      identity_key text not null,
      channel text not null,
      code_hash text not null,
      sent_at timestamptz not null default app_now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      superseded_at timestamptz
    );
    create index one_time_code_session on one_time_code (session_id, purpose, sent_at desc);

    create table limit_window (
      key text primary key,
      hits timestamptz[] not null,
      touched_at timestamptz not null default app_now()
    );
    create index limit_window_touched on limit_window (touched_at);

    create table sign_in_failure (
      key text primary key,
      failures integer not null default 0,
      drawn_limit integer not null,
      consecutive integer not null default 0,
      paused_until timestamptz,
      touched_at timestamptz not null default app_now()
    );
  `);

  await run(`
    create table gateway_session (
      id_hash text primary key,
      account_id uuid not null references account (id) on delete cascade,
      started_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      previous_sign_in_at timestamptz,
      ended_at timestamptz
    );
    create index gateway_session_account on gateway_session (account_id);

    create table sign_in_ticket (
      token_hash text primary key,
      account_id uuid not null references account (id) on delete cascade,
      session_id uuid,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table support_reference (
      code text primary key,
      brand text not null,
      journey text,
      session_id uuid,
      facts jsonb not null,
      made_at timestamptz not null default app_now(),
      expires_at timestamptz not null
    );

    create table notification (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      brand text not null,
      language text not null,
      channel text not null check (channel in ('EMAIL', 'SMS', 'LETTER')),
      recipient text not null,
      -- values the templates name; emptied when the message was accepted outside demo mode
      facts jsonb not null,
      status text not null default 'queued' check (status in ('queued', 'accepted', 'refused', 'expired')),
      attempts integer not null default 0,
      provider_message_id text,
      last_fault text,
      claimed_until timestamptz,
      queued_at timestamptz not null default app_now(),
      expires_at timestamptz not null,
      done_at timestamptz
    );
    create index notification_queued on notification (queued_at desc);
    create index notification_waiting on notification (expires_at) where status = 'queued';

    create table audit_event (
      id bigint generated always as identity primary key,
      chain smallint not null,
      at timestamptz not null,
      event text not null,
      result text not null,
      brand text,
      account_id uuid,
      journey_id uuid,
      actor text not null,
      facts jsonb not null,
      previous_hash text not null,
      hash text not null,
      unique (chain, previous_hash)
    );
    -- the newest link of each chain: its row is the chain's lock, and a chain cut short no longer ends where it says
    create table audit_head (chain smallint primary key, events bigint not null default 0, hash text not null default '');
    insert into audit_head (chain) select generate_series(0, 15);
    create index audit_event_account on audit_event (account_id, id);
    create index audit_event_journey on audit_event (journey_id, id);
    create function audit_event_refuse() returns trigger language plpgsql
      as $$ begin raise exception 'audit events are append-only' using errcode = '42501'; end $$;
    create trigger audit_event_append_only before update or delete or truncate on audit_event
      for each statement execute function audit_event_refuse();
  `);
}
