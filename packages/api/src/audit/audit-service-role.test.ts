import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { grantServiceRole, ownsAuditTrail } from "../platform/service-role.adapter.ts";
import { verifyAuditTrail } from "./audit-verification.store.ts";
import { keys, recordIn } from "./test/audit-events.ts";

describe("A-193 the service's role", async () => {
  const database = closeAfterTests(await testDatabase());
  await recordIn(database, { event: "test.happened" });

  test.each([
    "update audit_event set result = 'other'",
    "delete from audit_event",
    "truncate audit_event",
    "insert into audit_event (chain, at, event, result, actor, facts, previous_hash, hash) values (0, now(), 'x', 'ok', 'x', '{}', 'y', 'z')",
    "update audit_head set events = 0, hash = ''",
    "delete from audit_head",
    "update audit_seal set events = 1000000",
    "alter table audit_event disable trigger all",
    "alter table audit_event drop column mac",
    "drop trigger audit_event_append_only on audit_event",
    "drop table audit_event",
    "create trigger mine before insert on audit_event for each row execute function audit_event_refuse()",
    "create rule mine as on insert to audit_event do instead nothing",
    "create or replace function audit_append(event audit_event, head_mac text) returns text language sql as ''",
    "create or replace function audit_event_refuse() returns trigger language plpgsql as $$ begin return null; end $$",
    "alter function audit_append(audit_event, text) security invoker",
    "drop function audit_append(audit_event, text)",
    "create function now_mine() returns int language sql as 'select 1'",
    "set session_replication_role = replica",
    "set role vestibule",
    "grant all on audit_event to current_user",
  ])("is denied: %s", async (statement) => {
    const client = await database.servicePool.connect();
    try {
      await client.query("begin");
      // A grant without the grant option is only a warning and changes nothing.
      if (statement.startsWith("grant")) {
        await client.query(statement).catch(() => {});
        await client.query("rollback; begin");
        const { rows } = await client.query("select has_table_privilege('audit_event', 'update') as may");
        expect(rows).toEqual([{ may: false }]);
      } else await expect(client.query(statement)).rejects.toMatchObject({ code: "42501" });
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  test("cannot redirect the functions to other tables", async () => {
    const client = await database.servicePool.connect();
    try {
      await client.query("create temporary table audit_head (like audit_head)");
      const { rows } = await client.query("select chain, hash from audit_lock_head()");
      expect(rows).toHaveLength(1);
    } finally {
      client.release(true);
    }
  });

  test("cannot append anywhere but at the end of a chain", async () => {
    const { rows } = await database.pool.query("select chain, previous_hash from audit_event");
    const row = JSON.stringify({
      ...rows[0],
      at: new Date(),
      event: "x",
      result: "ok",
      actor: "x",
      facts: {},
      hash: "y",
    });
    const append = database.servicePool.query(
      "select audit_append(jsonb_populate_record(null::audit_event, $1::jsonb), 'mac')",
      [row],
    );
    await expect(append).rejects.toMatchObject({ code: "40001" });
  });

  test("is distinguished from a role that owns the trail", async () => {
    expect(await ownsAuditTrail(database.database)).toBe(false);
  });

  test("loses excess privileges at the next start", async () => {
    await database.pool.query("grant all on all tables in schema public to vestibule_service");
    await database.servicePool.query("update audit_head set events = events");
    await grantServiceRole({ url: database.url, migrationUrl: database.ownerUrl });
    await expect(database.servicePool.query("update audit_head set events = events")).rejects.toMatchObject({
      code: "42501",
    });
    await recordIn(database, { event: "test.happened" });
    expect(await verifyAuditTrail(database.database, keys)).toEqual({ kind: "whole", events: 2 });
  });
});
