import { type Kysely, sql } from "kysely";

/**
 * Initial schema. Times are timestamptz from `app_now()`, the database's clock plus an offset that only demo mode and
 * tests change. A column that ends in `_key`, `_hash` or `_mark` has a keyed hash.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(database);
  // Keeps the caller's temporary tables and schemas from shadowing the objects of a function that runs as its owner.
  const asOwner = `security definer set search_path = ${rows[0]?.schema}, pg_temp`;
  const groups = [clock, policies, accounts, registrations, recoveries, links, limits, sessions, support, messages];
  for (const text of [...groups, operation, auditTrail, serviceFunctions(asOwner)])
    await sql.raw(text).execute(database);
}

const clock = `
  create table clock_offset (only_row boolean primary key default true check (only_row), seconds bigint not null default 0);
  insert into clock_offset default values;
  create function app_now() returns timestamptz language sql stable
    as $$ select clock_timestamp() + make_interval(secs => (select seconds from clock_offset)) $$;
`;

const policies = `
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
    -- normalised first name, normalised last name and date of birth: the person, in any spelling
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

  -- imports of policies and accounts, so that a start skips files that are already imported
  create table book_import (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('policies', 'accounts')),
    -- keyed digest of the file; null for an import by command
    fingerprint text,
    rows integer not null,
    added integer not null,
    changed integer not null,
    imported_at timestamptz not null default app_now()
  );
  create index book_import_kind on book_import (kind, id desc);

  -- requested letters with a new PIN, kept until the insurer has mailed them
  create table letter_request (
    id uuid primary key default gen_random_uuid(),
    brand text not null,
    company text not null,
    policy_number text not null,
    role smallint not null check (role in (40, 80)),
    person_key text not null,
    language text not null check (language in ('en', 'fr')),
    journey_id uuid not null,
    requested_at timestamptz not null default app_now(),
    acknowledged_at timestamptz
  );
  -- one open request for each person and policy
  create unique index letter_request_open on letter_request (brand, company, policy_number, person_key)
    where acknowledged_at is null;
  create index letter_request_requested on letter_request (requested_at);
  create index letter_request_acknowledged on letter_request (acknowledged_at) where acknowledged_at is not null;
`;

const accounts = `
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
  -- finds a decoy near any id of a brand, for a constant-time sign-in with unknown names
  create index account_neighbours on account (brand, id);

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
`;

const registrations = `
  -- registrations: by policy number with API v1, smart ones with API v2
  create table registration_attempt (
    id uuid primary key default gen_random_uuid(),
    api text not null,
    brand text not null,
    province text not null,
    language text not null,
    page text not null,
    -- account type, person found, question, verifications, counts and randomized thresholds
    state jsonb not null,
    newest_jti text,
    previous_jti text,
    previous_fingerprint text,
    -- encrypted with the token of the previous request
    previous_answer jsonb,
    started_at timestamptz not null default app_now(),
    last_step_at timestamptz not null default app_now(),
    ended_at timestamptz,
    end_reason text,
    check (api = 'v1' or newest_jti is not null)
  );
  create index registration_attempt_started on registration_attempt (started_at);

  -- codes of every flow
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
  create index one_time_code_expires on one_time_code (expires_at);
`;

const recoveries = `
  create table recovery (
    id uuid primary key default gen_random_uuid(),
    brand text not null,
    -- null for an e-mail without an account: the same flow, which leads to no reset
    account_id uuid references account (id) on delete cascade,
    -- the e-mail as typed
    email_key text not null,
    how text not null check (how in ('forgot', 'temporary')),
    language text not null,
    province text not null,
    wrong_codes integer not null default 0,
    wrong_facts integer not null default 0,
    mails integer not null default 0,
    -- issued for a correct code or temporary password, consumed with the new password
    token_hash text unique,
    token_expires_at timestamptz,
    started_at timestamptz not null default app_now(),
    done_at timestamptz,
    end_reason text
  );
  create index recovery_account on recovery (account_id) where done_at is null;
  create index recovery_started on recovery (started_at);
  create index recovery_email on recovery (email_key, started_at desc);
`;

const links = `
  create table link (
    id uuid primary key default gen_random_uuid(),
    token_hash text not null unique,
    brand text not null,
    action text not null,
    source text,
    -- a person in the policy directory, an account, or both
    person_key text,
    company text,
    policy_number text,
    role smallint check (role in (40, 80)),
    account_id uuid references account (id) on delete cascade,
    recovery_id uuid references recovery (id) on delete cascade,
    recipient text,
    recipient_typed text,
    -- the recipient becomes the account's e-mail
    changes_email boolean not null default false,
    ubi boolean not null default false,
    language text not null,
    province text not null,
    -- keyed hash of password, e-mail, mobile number and policies; the link is stale when they change
    bound_to text not null,
    wrong_answers integer not null default 0,
    wrong_passwords integer not null default 0,
    mails integer not null default 0,
    usernames_taken integer not null default 0,
    issued_at timestamptz not null default app_now(),
    expires_at timestamptz not null,
    used_at timestamptz,
    deleted_at timestamptz,
    superseded_at timestamptz
  );
  create index link_account on link (account_id);
  create index link_person on link (person_key) where person_key is not null;
  create index link_recovery on link (recovery_id);
  create index link_expires on link (expires_at);

  -- requests of agents for a link to an e-mail that is not on file, which a second agent approves
  create table link_request (
    id uuid primary key default gen_random_uuid(),
    brand text not null,
    -- support reference of the request
    reference text not null,
    journey_id uuid,
    action text not null,
    person_key text not null,
    company text not null,
    policy_number text not null,
    role smallint not null check (role in (40, 80)),
    account_id uuid references account (id) on delete cascade,
    recipient_typed text not null,
    language text not null,
    province text not null,
    -- as in link; the request expires when it changes
    bound_to text not null,
    stop_token_hash text not null unique,
    -- contacts on file that were sent a message
    mails_sent smallint not null,
    texts_sent smallint not null,
    state text not null default 'requested'
      check (state in ('requested', 'approved', 'stopped', 'refused', 'sent', 'expired')),
    requested_by text not null,
    approved_by text check (approved_by <> requested_by),
    refused_by text,
    requested_at timestamptz not null default app_now(),
    due_at timestamptz not null,
    ended_at timestamptz
  );
  -- one open request for each person and action
  create unique index link_request_open on link_request (brand, person_key, action)
    where state in ('requested', 'approved');
  create index link_request_due on link_request (due_at);
  create index link_request_brand on link_request (brand, requested_at);
`;

/** `earlier_key`: the key before a change of the lookup secret, by which older references find the counter. */
const limits = `
  create table limit_window (
    key text primary key,
    earlier_key text,
    hits timestamptz[] not null,
    touched_at timestamptz not null default app_now()
  );
  create index limit_window_touched on limit_window (touched_at);
  create index limit_window_earlier_key on limit_window (earlier_key) where earlier_key is not null;

  create table sign_in_failure (
    -- a name, or a name, "/" and a trusted device; compared by bytes, so that a range finds all of a name
    key text collate "C" primary key,
    earlier_key text collate "C",
    failures integer not null default 0,
    randomized_limit integer not null,
    consecutive integer not null default 0,
    locked_until timestamptz,
    touched_at timestamptz not null default app_now()
  );
  create index sign_in_failure_earlier_key on sign_in_failure (earlier_key) where earlier_key is not null;
`;

const sessions = `
  create table gateway_session (
    id_hash text primary key,
    account_id uuid not null references account (id) on delete cascade,
    started_at timestamptz not null default app_now(),
    last_seen_at timestamptz not null default app_now(),
    previous_sign_in_at timestamptz,
    -- failed attempts since the previous sign-in, shown after sign-in
    failed_sign_ins integer not null default 0,
    last_failed_sign_in_at timestamptz,
    ended_at timestamptz
  );
  create index gateway_session_account on gateway_session (account_id);

  create table sign_in_ticket (
    token_hash text primary key,
    account_id uuid not null references account (id) on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  );
  create index sign_in_ticket_unused on sign_in_ticket (account_id) where used_at is null;
  create index sign_in_ticket_expires on sign_in_ticket (expires_at);
`;

const support = `
  create table support_reference (
    code text primary key,
    brand text not null,
    journey text,
    session_id uuid,
    account_id uuid,
    -- login name of a refused sign-in, by which the lock of an unknown name is found
    name_key text,
    -- browser session
    browser_session_id text,
    -- key of the client IP's window by limit, never the IP
    address_keys jsonb not null default '{}',
    facts jsonb not null,
    made_at timestamptz not null default app_now(),
    expires_at timestamptz not null
  );
  create index support_reference_browser_session on support_reference (browser_session_id) where browser_session_id is not null;
  create index support_reference_expires on support_reference (expires_at);

  create table agent_session (
    id_hash text primary key,
    agent text not null,
    role text not null default 'act' check (role in ('read', 'act')),
    -- secret that opened the session; another secret ends it
    secret_mark text not null,
    -- client IP
    address_key text not null,
    started_at timestamptz not null default app_now(),
    last_seen_at timestamptz not null default app_now(),
    ended_at timestamptz
  );
  create index agent_session_address on agent_session (agent, address_key);
  create index agent_session_seen on agent_session (last_seen_at);

  -- sign-ins with OpenID Connect in progress
  create table agent_sign_in (
    -- state parameter
    state_hash text primary key,
    nonce text not null,
    code_verifier text not null,
    redirect_uri text not null,
    started_at timestamptz not null default app_now()
  );
  create index agent_sign_in_started on agent_sign_in (started_at);
`;

const messages = `
  create table notification (
    id uuid primary key default gen_random_uuid(),
    -- order of queueing; the times go back when demo mode moves the clock back
    sequence bigint generated always as identity,
    kind text not null,
    brand text not null,
    language text not null,
    channel text not null check (channel in ('EMAIL', 'SMS', 'LETTER')),
    recipient text not null,
    -- values of the template; emptied when the message was accepted outside demo mode
    facts jsonb not null,
    journey_id uuid,
    -- W3C trace context of the request that queued it
    trace_parent text,
    -- an invalid code or link is not sent
    code_id uuid,
    link_id uuid,
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
  create index notification_due on notification (channel, kind, (coalesce(claimed_until, queued_at)))
    where status = 'queued';
  create index notification_journey on notification (journey_id) where journey_id is not null;
  -- recipients that the retention job has not yet cleared
  create index notification_recipient on notification (queued_at) where recipient <> '';
`;

const operation = `
  -- brands closed for planned maintenance
  create table maintenance (
    brand text primary key,
    began_at timestamptz not null default app_now(),
    -- shown to people; only a command opens the brand again
    announced_end timestamptz
  );

  -- last deletion of old data, so that one of several servers does it in an hour
  create table retention_run (only_row boolean primary key default true check (only_row), ran_at timestamptz);
  insert into retention_run default values;

  -- changes when a backup was restored: part of every key whose tokens are not in the database
  create table restore_epoch (
    only_row boolean primary key default true check (only_row),
    epoch text not null default '',
    restored_at timestamptz
  );
  insert into restore_epoch default values;

  -- a row marks the database as used in production; demo mode then refuses it permanently
  create table production_use (
    only_row boolean primary key default true check (only_row),
    since timestamptz not null default now()
  );
`;

/** Hash chains whose events and heads carry an HMAC; its key never reaches the database. */
const auditTrail = `
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
    key_id text,
    mac text,
    -- key id of the head when the event was appended; empty where the head's HMAC was wrong
    head_key_id text,
    unique (chain, previous_hash)
  );
  create index audit_event_account on audit_event (account_id, id);
  create index audit_event_journey on audit_event (journey_id, id);
  create index audit_event_browser_session on audit_event ((facts ->> 'browserSession'), id) where facts ->> 'browserSession' is not null;
  create index audit_event_at on audit_event (at);
  create index audit_event_chain on audit_event (chain, id);
  create function audit_event_refuse() returns trigger language plpgsql
    as $$ begin raise exception 'audit events are append-only' using errcode = '42501'; end $$;
  create trigger audit_event_append_only before update or delete or truncate on audit_event
    for each statement execute function audit_event_refuse();

  -- the newest event of each chain: the row is the chain's lock, and shows when events at the end are missing
  create table audit_head (
    chain smallint primary key,
    events bigint not null default 0,
    hash text not null default '',
    key_id text,
    mac text
  );
  insert into audit_head (chain) select generate_series(0, 31);

  -- events before the first key: one HMAC covers their plain hashes
  create table audit_seal (
    chain smallint primary key,
    events bigint not null,
    hash text not null,
    key_id text not null,
    mac text not null
  );
`;

/** The service's role reads the audit trail and appends to it through two functions. */
const serviceFunctions = (asOwner: string) => `
  create function audit_lock_head()
  returns table (chain smallint, events bigint, hash text, key_id text, mac text, at timestamptz)
  language sql volatile ${asOwner} as $$
    select head.chain, head.events, head.hash, head.key_id, head.mac, date_trunc('milliseconds', app_now())
    from audit_head head where head.chain = (pg_current_xact_id()::text::numeric % 16)::smallint for update
  $$;
  create function audit_append(event audit_event, head_mac text) returns text language plpgsql volatile ${asOwner} as $$
  begin
    update audit_head set events = events + 1, hash = event.hash, key_id = event.key_id, mac = head_mac
      where audit_head.chain = event.chain and audit_head.hash = event.previous_hash;
    if not found then raise exception 'the head of the audit chain has moved' using errcode = '40001'; end if;
    insert into audit_event (chain, at, event, result, brand, account_id, journey_id, actor, facts,
        previous_hash, hash, key_id, mac, head_key_id)
      values (event.chain, event.at, event.event, event.result, event.brand, event.account_id, event.journey_id,
        event.actor, event.facts, event.previous_hash, event.hash, event.key_id, event.mac, event.head_key_id);
    return event.hash;
  end $$;
  -- only an owner may analyze, and the service's role imports
  create function refresh_book_statistics() returns void language plpgsql volatile ${asOwner} as $$
  begin analyze book_row, account, account_policy, password_history; end $$;
  revoke execute on function audit_lock_head(), audit_append(audit_event, text), refresh_book_statistics() from public;
`;
