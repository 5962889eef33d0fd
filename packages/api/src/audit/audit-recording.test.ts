import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { createAuditor } from "./audit-trail.store.ts";
import { verifyAuditTrail } from "./audit-verification.store.ts";
import { anyEvent, keys, recordIn } from "./test/audit-events.ts";

describe("recording", async () => {
  const database = closeAfterTests(await testDatabase());

  test("keeps the chains valid when many transactions record concurrently", async () => {
    const recordTen = async (_: unknown, writer: number) => {
      for (let index = 0; index < 10; index += 1)
        await recordIn(database, { event: "test.happened", facts: { writer, index } });
    };
    await Promise.all(Array.from({ length: 6 }, recordTen));
    expect(await verifyAuditTrail(database.database, keys)).toEqual({ kind: "whole", events: 60 });
  });

  test("appends all events of one transaction to one chain", async () => {
    const auditor = createAuditor(keys);
    await database.database.transaction().execute(async (transaction) => {
      for (const event of ["a.one", "a.two", "a.three"])
        await auditor.record(transaction, anyEvent({ event, actor: "system" }));
    });
    const { rows } = await database.pool.query("select distinct chain from audit_event where event like 'a.%'");
    expect(rows).toHaveLength(1);
    expect(await verifyAuditTrail(database.database, keys)).toEqual({ kind: "whole", events: 63 });
  });

  test("appends the events of one call in their order", async () => {
    const names = ["b.one", "b.two", "b.three"];
    const several = names.map((event) => anyEvent({ event, actor: "system" }));
    await database.database.transaction().execute((transaction) => createAuditor(keys).record(transaction, ...several));
    const { rows } = await database.pool.query("select event from audit_event where event like 'b.%' order by id");
    expect(rows.map(({ event }) => event)).toEqual(names);
    expect(await verifyAuditTrail(database.database, keys)).toEqual({ kind: "whole", events: 66 });
  });

  test("A-172 escapes a NUL and replaces a lone surrogate in a fact", async () => {
    await recordIn(database, { event: "test.odd", facts: { text: "a\u0000b", half: "x\ud800" } });
    const { rows } = await database.pool.query("select facts from audit_event where event = 'test.odd'");
    expect(rows[0].facts).toEqual({ text: "a\\u0000b", half: "x\ufffd" });
    expect((await verifyAuditTrail(database.database, keys)).kind).toBe("whole");
  });

  test("leaves out a fact without a value", async () => {
    const device: { browser?: string | undefined } = { browser: undefined };
    await recordIn(database, { event: "test.sparse", facts: { how: "password", ...device } });
    const { rows } = await database.pool.query("select facts from audit_event where event = 'test.sparse'");
    expect(rows[0].facts).toEqual({ how: "password" });
    expect((await verifyAuditTrail(database.database, keys)).kind).toBe("whole");
  });

  test("A-194 rolls back the transaction when its audit event fails", async () => {
    const act = database.database.transaction().execute(async (transaction) => {
      await transaction.insertInto("limit_window").values({ key: "the act", hits: "{}" }).execute();
      const event = anyEvent({ event: "x", actor: "system", accountId: "not an id" });
      await createAuditor(keys).record(transaction, event);
    });
    await expect(act).rejects.toThrow();
    const { rows } = await database.pool.query("select 1 from limit_window where key = 'the act'");
    expect(rows).toEqual([]);
  });

  test("uses two statements: one locks the chain, one appends", async () => {
    const statements: string[] = [];
    await database.database.transaction().execute(async (transaction) => {
      const counted = transaction.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await createAuditor(keys).record(counted as typeof transaction, anyEvent({ event: "test.counted", actor: "x" }));
    });
    expect(statements).toHaveLength(2);
  });
});
