import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { nextOfChain } from "./audit-page.store.ts";

const { ownerDatabase, pool } = closeAfterTests(await testDatabase());

test("the next events of a chain are read by its index alone, however long the trail", async () => {
  await sql`
    insert into audit_event (chain, at, event, result, actor, facts, previous_hash, hash)
    select number % 16, app_now(), 'roadblock.shown', 'ok', 'person', '{}', number::text, number::text
    from generate_series(1, 20000) number`.execute(ownerDatabase);
  await sql`analyze audit_event`.execute(ownerDatabase);
  const next = nextOfChain(sql`*`, { chain: sql`head.chain`, after: sql`${0}::bigint`, limit: 200 });
  const { sql: text } = sql`select * from audit_head head cross join lateral (${next}) event`.compile(ownerDatabase);
  const { rows } = await pool.query(`explain (generic_plan) ${text}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("audit_event_chain on audit_event");
  expect(plan).not.toMatch(/Sort|Filter/);
});
