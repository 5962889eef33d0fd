import { type Kysely, sql } from "kysely";

/**
 * A migration that removes something raises `oldest_migration`: versions whose newest migration is older do not start.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table schema_compatibility (oldest_migration text not null)`.execute(database);
  await sql`insert into schema_compatibility values ('0001-initial-schema')`.execute(database);
}
