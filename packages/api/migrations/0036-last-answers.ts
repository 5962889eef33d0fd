import { type Kysely, sql } from "kysely";

/** The last good and the last bad answer of each application and webhook, and when each secret was first used. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table last_answer (
      kind text not null check (kind in ('application', 'webhook')),
      -- empty for a webhook
      brand text not null,
      id text not null,
      is_good boolean not null,
      answer text not null,
      answered_at timestamptz not null,
      primary key (kind, brand, id, is_good)
    );
    create table key_use (
      key_id text primary key,
      setting text not null,
      first_used_at timestamptz not null default app_now()
    );
  `)
    .execute(database);
}
