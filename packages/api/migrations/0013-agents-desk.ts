import { type Kysely, sql } from "kysely";

/** Agent sessions, and requests for links to an e-mail that is not on file, which a second agent approves. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database);

  await run(`
    create table agent_session (
      id_hash text primary key,
      agent text not null,
      -- keyed hash of the secret that opened it: another secret, and the session is over
      secret_mark text not null,
      -- keyed hash of the client address
      address_key text not null,
      started_at timestamptz not null default app_now(),
      last_seen_at timestamptz not null default app_now(),
      ended_at timestamptz
    );
    create index agent_session_address on agent_session (agent, address_key);
    create index agent_session_seen on agent_session (last_seen_at);
  `);

  await run(`
    create table link_request (
      id uuid primary key default gen_random_uuid(),
      brand text not null,
      -- the support reference at which it was made
      reference text not null,
      journey_id uuid,
      action text not null,
      person_key text not null,
      company text not null,
      policy_number text not null,
      role smallint not null check (role in (40, 80)),
      account_id uuid references account (id) on delete cascade,
      -- where the link goes, as it was typed
      recipient_typed text not null,
      language text not null,
      province text not null,
      -- keyed hash of what it was made for: password, address, mobile number, policy. Another value, and it expires
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
    -- a person has one under way for each action
    create unique index link_request_open on link_request (brand, person_key, action)
      where state in ('requested', 'approved');
    create index link_request_due on link_request (due_at) where state in ('requested', 'approved');
    create index link_request_brand on link_request (brand, requested_at);
  `);
}
