import { type Kysely, sql } from "kysely";

/** Roles of agents who sign in with OpenID Connect, and their sign-ins under way. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(database);

  // During an update, servers of the previous version open sessions without a role.
  await run("alter table agent_session add column role text not null default 'act' check (role in ('read', 'act'))");
  await run(`
    create table agent_sign_in (
      -- keyed hash of the state parameter
      state_hash text primary key,
      nonce text not null,
      code_verifier text not null,
      redirect_uri text not null,
      started_at timestamptz not null default app_now()
    );
    create index agent_sign_in_started on agent_sign_in (started_at);
  `);
}
