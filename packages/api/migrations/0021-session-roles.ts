import { type Kysely, sql } from "kysely";

/**
 * Roles of a session of the insurer's staff. The version before reads `role`, which is null without a role at the call
 * centre's page, and writes no roles.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table agent_session alter column role drop not null;
    alter table agent_session add column roles text[];
  `)
    .execute(database);
}
