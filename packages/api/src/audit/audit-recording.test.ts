import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { createAuditor } from "./audit-trail.store.ts";
import { verifyAuditTrail } from "./audit-verification.store.ts";
import { anyEvent, keys, recordIn, tamper } from "./test/audit-events.ts";

describe("recording", async () => {
  const own = closeAfterTests(await testDatabase());

  test("keeps the chains valid when many transactions record concurrently", async () => {
    const recordTen = async (_: unknown, writer: number) => {
      for (let index = 0; index < 10; index += 1)
        await recordIn(own, { event: "test.happened", facts: { writer, index } });
    };
    await Promise.all(Array.from({ length: 6 }, recordTen));
    expect(await verifyAuditTrail(own.database, keys)).toEqual({ kind: "whole", events: 60 });
  });

  test("appends all events of one transaction to one chain", async () => {
    const auditor = createAuditor(keys);
    await own.database.transaction().execute(async (transaction) => {
      for (const event of ["a.one", "a.two", "a.three"])
        await auditor.record(transaction, anyEvent({ event, actor: "system" }));
    });
    const { rows } = await own.pool.query("select distinct chain from audit_event where event like 'a.%'");
    expect(rows).toHaveLength(1);
    expect(await verifyAuditTrail(own.database, keys)).toEqual({ kind: "whole", events: 63 });
  });

  test("A-172 escapes a NUL and replaces a lone surrogate in a fact", async () => {
    await recordIn(own, { event: "test.odd", facts: { text: "a\u0000b", half: "x\ud800" } });
    const { rows } = await own.pool.query("select facts from audit_event where event = 'test.odd'");
    expect(rows[0].facts).toEqual({ text: "a\\u0000b", half: "x\ufffd" });
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
  });

  test("leaves out a fact without a value", async () => {
    const device: { browser?: string | undefined } = { browser: undefined };
    await recordIn(own, { event: "test.sparse", facts: { how: "password", ...device } });
    const { rows } = await own.pool.query("select facts from audit_event where event = 'test.sparse'");
    expect(rows[0].facts).toEqual({ how: "password" });
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
  });

  test("A-194 rolls back the transaction when its audit event fails", async () => {
    const act = own.database.transaction().execute(async (transaction) => {
      await transaction.insertInto("limit_window").values({ key: "the act", hits: "{}" }).execute();
      const event = anyEvent({ event: "x", actor: "system", accountId: "not an id" });
      await createAuditor(keys).record(transaction, event);
    });
    await expect(act).rejects.toThrow();
    const { rows } = await own.pool.query("select 1 from limit_window where key = 'the act'");
    expect(rows).toEqual([]);
  });

  test("uses two statements: one locks the chain, one appends", async () => {
    const statements: string[] = [];
    await own.database.transaction().execute(async (transaction) => {
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

describe("recording in a single statement", async () => {
  const own = closeAfterTests(await testDatabase());

  type Server = ReturnType<typeof createAuditor>;
  const at = new Date("2026-01-02T03:04:05.678Z");
  const recordAt = (server: Server, event: string) =>
    server.recordWith(
      own.database,
      {
        at,
        events: {
          first: [anyEvent({ event, actor: "system" })],
          other: [anyEvent({ event: "test.other", actor: "system" })],
        },
      },
      ({ first }) => sql<{ appended: string }>`select ${first} as appended`,
    );
  const chainsOf = async (event: string) =>
    (await own.pool.query("select chain from audit_event where event = $1 order by id", [event])).rows;

  test("keeps the chains valid when two servers and transactions record concurrently", async () => {
    const servers = [createAuditor(keys), createAuditor(keys)];
    const recordTen = async (_: unknown, writer: number) => {
      for (let index = 0; index < 10; index += 1) {
        await recordAt(servers[writer % 2] as Server, "test.statement");
        await recordIn(own, { event: "test.transaction" });
      }
    };
    await Promise.all(Array.from({ length: 6 }, recordTen));
    expect(await verifyAuditTrail(own.database, keys)).toEqual({ kind: "whole", events: 120 });
  });

  test("appends one server's consecutive events to one chain", async () => {
    const server = createAuditor(keys);
    for (let count = 0; count < 3; count += 1) await recordAt(server, "test.alone");
    const [first, ...others] = await chainsOf("test.alone");
    expect(others).toEqual([first, first]);
    expect(first.chain).toBeGreaterThanOrEqual(16);
  });

  test("appends several events in their order, and continues the chain after the last", async () => {
    const server = createAuditor(keys);
    const several = ["test.one", "test.two", "test.three"].map((event) => anyEvent({ event, actor: "system" }));
    for (let count = 0; count < 2; count += 1)
      await server.recordWith(
        own.database,
        { at, events: { several } },
        ({ several: append }) => sql<{ appended: string }>`select ${append} as appended`,
      );
    const { rows } = await own.pool.query(
      "select event, count(*) over (partition by chain)::int as together from audit_event where event = any($1) order by id",
      [["test.one", "test.two", "test.three"]],
    );
    expect(rows.map(({ event }) => event)).toEqual([...Array(2)].flatMap(() => several.map(({ event }) => event)));
    expect(rows.every(({ together }) => together === 6)).toBe(true);
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
  });

  test("chooses another chain when the end of its chain has moved, and records once", async () => {
    const server = createAuditor(keys);
    await recordAt(server, "test.before");
    const [{ chain }] = await chainsOf("test.before");
    const other = createAuditor(keys);
    for (let moved = false; !moved; ) {
      await recordAt(other, "test.moving");
      moved = (await chainsOf("test.moving")).some((row) => row.chain === chain);
      if (!moved) await recordAt(createAuditor(keys), "test.moving");
    }
    await recordAt(server, "test.after");
    expect(await chainsOf("test.after")).toHaveLength(1);
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
  });

  test("records when every end that the server remembers has moved", async () => {
    const server = createAuditor(keys);
    await Promise.all(Array.from({ length: 16 }, () => recordAt(server, "test.burst")));
    for (let moved = 0; moved < 16; moved = new Set((await chainsOf("test.moved")).map(({ chain }) => chain)).size)
      await recordAt(createAuditor(keys), "test.moved");
    await recordAt(server, "test.behind");
    expect(await chainsOf("test.behind")).toHaveLength(1);
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
  });

  test("records all of a hundred concurrent statements of two servers", async () => {
    const servers = [createAuditor(keys), createAuditor(keys)] as const;
    await Promise.all(Array.from({ length: 100 }, (_, index) => recordAt(servers[index % 2 ? 1 : 0], "test.crowd")));
    expect(await chainsOf("test.crowd")).toHaveLength(100);
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
  });

  test("appends nothing when the statement calls no expression, and the next one continues the chain", async () => {
    const server = createAuditor(keys);
    await recordAt(server, "test.kept");
    const nothing = await server.recordWith(
      own.database,
      { at, events: { only: [anyEvent({ event: "test.none", actor: "system" })] } },
      ({ only }) => sql<{ appended: string | null }>`select case when false then ${only} end as appended`,
    );
    expect(nothing).toEqual({ appended: null });
    await recordAt(server, "test.kept");
    expect(await chainsOf("test.none")).toEqual([]);
    const [first, second] = await chainsOf("test.kept");
    expect(second).toEqual(first);
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
  });

  test("A-193 reports a missing last event of such a chain, with a rolled-back head", async () => {
    const server = createAuditor(keys);
    for (let count = 0; count < 2; count += 1) await recordAt(server, "test.last");
    const { rows } = await own.pool.query("select * from audit_event where event = 'test.last' order by id");
    const [kept, last] = rows;
    await tamper(own, "delete from audit_event where id = $1", [last.id]);
    const missing = { kind: "broken", fault: "missingAtEnd", chain: last.chain, eventId: null };
    expect(await verifyAuditTrail(own.database, keys)).toEqual(missing);
    await tamper(own, "update audit_head set events = events - 1, hash = $2 where chain = $1", [last.chain, kept.hash]);
    expect(await verifyAuditTrail(own.database, keys)).toEqual(missing);
    // The server that remembers the lost end does not continue the shortened chain as if it were whole.
    await recordAt(server, "test.next");
    expect(await chainsOf("test.next")).toHaveLength(1);
    expect(await verifyAuditTrail(own.database, keys)).toMatchObject({ kind: "broken", chain: last.chain });
  });
});
