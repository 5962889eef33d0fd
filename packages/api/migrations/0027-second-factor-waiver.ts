import { type Kysely, sql } from "kysely";

/** A second proof that two agents have waived once. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- until then, the next pending sign-in can set up a method in place of the second proof
    alter table account add column second_factor_waived_until timestamptz;
  `)
    .execute(database);
}
