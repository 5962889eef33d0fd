import { type Kysely, sql } from "kysely";

/**
 * Applications that people signed in to. Those that have access today are filled in; a server of the previous version
 * writes none, so an application that is new while both run appears at its next sign-in.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table allowed_application (
      account_id uuid not null references account (id) on delete cascade,
      client_id text not null,
      -- scopes of OpenID Connect but openid; of an API: its id, a space, the scope
      scopes text[] not null,
      allowed_at timestamptz not null default app_now(),
      signed_in_at timestamptz not null default app_now(),
      -- when the person consented to these scopes; null for an application of the insurer, which asks for no consent
      consented_at timestamptz,
      primary key (account_id, client_id)
    );
    insert into allowed_application (account_id, client_id, scopes, allowed_at, signed_in_at)
    select account_id, client_id,
      coalesce(array_agg(distinct scope order by scope) filter (where scope not in ('', 'openid')), '{}'),
      min(to_timestamp((payload ->> 'iat')::double precision)), max(to_timestamp((payload ->> 'iat')::double precision))
    from oidc_artifact
    left join lateral string_to_table(payload #>> '{openid,scope}', ' ') scope on true
    where model = 'Grant' and account_id is not null and client_id is not null and expires_at > app_now()
    group by account_id, client_id;
  `)
    .execute(database);
}
