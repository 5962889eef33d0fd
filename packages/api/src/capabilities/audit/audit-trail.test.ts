import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../../test/database.ts";
import { auditTrail, verifyChains } from "./audit-trail.store.ts";

let own: TestDatabase;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.close());

const record = (event: string, facts: Record<string, string | number | boolean> = {}) =>
  own.database
    .transaction()
    .execute((transaction) => auditTrail.record(transaction, { event, result: "ok", actor: "system", facts }));

/** As a superuser may: without triggers. */
async function tamper(statement: string, values: unknown[] = []) {
  const client = await own.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    return await client.query(statement, values);
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
}

test("many transactions at once keep the chains whole", async () => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => record("test.happened", { index, odd: index % 2 === 1 })));
  expect(await verifyChains(own.database)).toEqual({ kind: "whole", events: 60 });
});

test("several events of one transaction follow each other in one chain", async () => {
  const before = await verifyChains(own.database);
  await own.database.transaction().execute(async (transaction) => {
    for (const event of ["a.one", "a.two", "a.three"])
      await auditTrail.record(transaction, { event, result: "ok", actor: "system" });
  });
  const { rows } = await own.pool.query("select distinct chain from audit_event where event like 'a.%'");
  expect(rows).toHaveLength(1);
  expect(await verifyChains(own.database)).toEqual({
    kind: "whole",
    events: before.kind === "whole" ? before.events + 3 : 0,
  });
});

test("A-172 a NUL and a lone surrogate in a fact are written out", async () => {
  await record("test.odd", { text: "a\u0000b", half: "x\ud800" });
  const { rows } = await own.pool.query("select facts from audit_event where event = 'test.odd'");
  expect(rows[0].facts).toEqual({ text: "a\\u0000b", half: "x\ufffd" });
  expect((await verifyChains(own.database)).kind).toBe("whole");
});

test("A-193 an event is neither changed nor deleted by the application", async () => {
  await expect(own.pool.query("update audit_event set result = 'other'")).rejects.toMatchObject({ code: "42501" });
  await expect(own.pool.query("delete from audit_event")).rejects.toMatchObject({ code: "42501" });
  await expect(own.pool.query("truncate audit_event")).rejects.toMatchObject({ code: "42501" });
});

test("A-194 an act whose audit event fails does not happen", async () => {
  const act = own.database.transaction().execute(async (transaction) => {
    await transaction.insertInto("limit_window").values({ key: "the act", hits: "{}" }).execute();
    await auditTrail.record(transaction, { event: "x", result: "ok", actor: "system", accountId: "not an id" });
  });
  await expect(act).rejects.toThrow();
  const { rows } = await own.pool.query("select 1 from limit_window where key = 'the act'");
  expect(rows).toEqual([]);
});

test("A-193 a changed, a removed and a last event that is missing are found", async () => {
  for (let count = 0; count < 40; count++) await record("test.filling", { count });
  const {
    rows: [middle],
  } = await own.pool.query(
    "select * from audit_event e where exists (select 1 from audit_event n where n.previous_hash = e.hash) order by id limit 1",
  );
  await tamper("update audit_event set result = 'denied' where id = $1", [middle.id]);
  expect(await verifyChains(own.database)).toEqual({ kind: "broken", chain: middle.chain, eventId: middle.id });
  await tamper("update audit_event set result = 'ok' where id = $1", [middle.id]);
  expect((await verifyChains(own.database)).kind).toBe("whole");

  const { rows: last } = await own.pool.query("select id, chain from audit_event order by id desc limit 1");
  await tamper("delete from audit_event where id = $1", [last[0].id]);
  expect(await verifyChains(own.database)).toEqual({ kind: "broken", chain: last[0].chain, eventId: null });

  await tamper("delete from audit_event where id = $1", [middle.id]);
  expect((await verifyChains(own.database)).kind).toBe("broken");
});
