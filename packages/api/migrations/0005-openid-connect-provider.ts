import { type Kysely, sql } from "kysely";

/** What the OpenID Connect provider issues. The previous version ignores the table. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table oidc_artifact (
      -- keyed hash of a code, token or id; of a session, the hash of its gateway session
      id_hash text primary key,
      model text not null,
      issuer text not null,
      client_id text,
      account_id uuid references account (id) on delete cascade,
      grant_id text,
      gateway_session text references gateway_session (id_hash) on delete cascade,
      session_uid text,
      payload jsonb not null,
      consumed_at timestamptz,
      -- of a session that ended: when its logout may be announced next
      announce_at timestamptz not null default app_now(),
      expires_at timestamptz not null
    )`.execute(database);
  await sql`create index oidc_artifact_account on oidc_artifact (account_id)`.execute(database);
  await sql`create index oidc_artifact_grant on oidc_artifact (grant_id) where grant_id is not null`.execute(database);
  await sql`create unique index oidc_artifact_session on oidc_artifact (gateway_session)
    where gateway_session is not null`.execute(database);
  await sql`create unique index oidc_artifact_session_uid on oidc_artifact (session_uid)
    where session_uid is not null`.execute(database);
  await sql`create index oidc_artifact_expires on oidc_artifact (expires_at)`.execute(database);
}
