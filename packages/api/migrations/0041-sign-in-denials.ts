import { type Kysely, sql } from "kysely";

/** The links “this wasn’t me” of all messages of a login, in place of the newest one’s in `denial_hash`. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- keyed hash of a link's token, and the method that its message came by
    alter table pending_sign_in add column denials jsonb not null default '{}';
    update pending_sign_in set denials = jsonb_build_object(denial_hash, split_part(sent_method, '.', 1))
      where denial_hash is not null and sent_method is not null;
    create index pending_sign_in_denials on pending_sign_in using gin (denials);
  `)
    .execute(database);
}
