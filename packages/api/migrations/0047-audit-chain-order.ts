import { type Kysely, sql } from "kysely";

/**
 * Puts the chain last in the index of previous hashes. With the chain first, PostgreSQL took it for reading the next
 * events of a chain, and read the whole chain each time.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table audit_event
      drop constraint audit_event_chain_previous_hash_key,
      add constraint audit_event_previous_hash_key unique (previous_hash, chain);
  `)
    .execute(database);
}
