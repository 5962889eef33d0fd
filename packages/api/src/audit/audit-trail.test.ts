import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testAuditSecret, testKeys } from "../../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { deriveKeyRing } from "../platform/keys.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { migrate } from "../platform/migrations.adapter.ts";
import { grantServiceRole, ownsAuditTrail } from "../platform/service-role.adapter.ts";
import { type AuditLink, linkHash } from "./audit-link.rule.ts";
import { createAuditor } from "./audit-trail.store.ts";
import { sealAuditTrail, verifyAuditTrail } from "./audit-verification.store.ts";
import type { AuditEvent } from "./auditor.port.ts";

const keys = testKeys().audit;

/** A test-only event that no production code records. */
const anyEvent = (event: { event: string; actor: string; facts?: AuditLink["facts"]; accountId?: string }) =>
  ({ result: "ok", ...event }) as AuditEvent;

/** Records one event in its own transaction. */
const recordIn = (
  own: TestDatabase,
  { ring = keys, ...event }: { ring?: KeyRing; event: string; facts?: AuditLink["facts"] },
) =>
  own.database
    .transaction()
    .execute((transaction) => createAuditor(ring).record(transaction, anyEvent({ actor: "system", ...event })));

/** Records one event with a server in a single statement. */
const recordWith = (own: TestDatabase, server: ReturnType<typeof createAuditor>) => {
  const at = new Date("2026-01-02T03:04:05.678Z");
  const events = { only: [anyEvent({ event: "test.filling", actor: "system" })] };
  return server.recordWith(
    own.database,
    { at, events },
    ({ only }) => sql<{ appended: string }>`select ${only} as appended`,
  );
};

/** Records events until one chain has this many; returns the chain's number. */
async function fillChain(
  own: TestDatabase,
  events: number,
  record: (count: number) => Promise<unknown> = (count) => recordIn(own, { event: "test.filling", facts: { count } }),
): Promise<number> {
  for (let count = 0; ; count += 1) {
    await record(count);
    const { rows } = await own.pool.query("select chain from audit_head where events >= $1 limit 1", [events]);
    if (rows.length > 0) return rows[0].chain;
  }
}

const eventsOf = async (own: TestDatabase, chain: number) =>
  (await own.pool.query("select * from audit_event where chain = $1 order by id", [chain])).rows;

/** Runs a statement without triggers, as a superuser can. */
async function tamper(own: TestDatabase, statement: string, values: unknown[] = []) {
  const client = await own.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    return await client.query(statement, values);
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
}

/** Changes an event and recomputes all later plain hashes, as a superuser without the key can. */
async function rewrite(own: TestDatabase, { chain, eventId }: { chain: number; eventId: string }) {
  await tamper(own, "update audit_event set result = 'denied' where id = $1", [eventId]);
  let hash = "";
  for (const row of await eventsOf(own, chain)) {
    const link: AuditLink = {
      ...{ chain: row.chain, at: row.at.toISOString(), event: row.event, result: row.result, brand: row.brand },
      ...{ accountId: row.account_id, journeyId: row.journey_id, actor: row.actor, facts: row.facts },
    };
    const next = linkHash(hash, link);
    await tamper(own, "update audit_event set previous_hash = $2, hash = $3 where id = $1", [row.id, hash, next]);
    hash = next;
  }
  await tamper(own, "update audit_head set hash = $2 where chain = $1", [chain, hash]);
}

describe("recording", () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
  });
  afterAll(() => own.close());

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

describe("recording in a single statement", () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
  });
  afterAll(() => own.close());

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
    // The server that remembers the lost end appends elsewhere.
    await recordAt(server, "test.next");
    expect((await chainsOf("test.next"))[0].chain).not.toBe(last.chain);
  });
});

describe("A-193 the service's role", () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await testDatabase();
    await recordIn(own, { event: "test.happened" });
  });
  afterAll(() => own.close());

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
    const client = await own.servicePool.connect();
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

  test("cannot redirect the functions to tables of its own", async () => {
    const client = await own.servicePool.connect();
    try {
      await client.query("create temporary table audit_head (like audit_head)");
      const { rows } = await client.query("select chain, hash from audit_lock_head()");
      expect(rows).toHaveLength(1);
    } finally {
      client.release(true);
    }
  });

  test("cannot append anywhere but at the end of a chain", async () => {
    const { rows } = await own.pool.query("select chain, previous_hash from audit_event");
    const row = JSON.stringify({
      ...rows[0],
      at: new Date(),
      event: "x",
      result: "ok",
      actor: "x",
      facts: {},
      hash: "y",
    });
    const append = own.servicePool.query(
      "select audit_append(jsonb_populate_record(null::audit_event, $1::jsonb), 'mac')",
      [row],
    );
    await expect(append).rejects.toMatchObject({ code: "40001" });
  });

  test("is distinguished from a role that owns the trail", async () => {
    expect(await ownsAuditTrail(own.database)).toBe(false);
  });

  test("loses excess privileges at the next start", async () => {
    await own.pool.query("grant all on all tables in schema public to vestibule_service");
    await own.servicePool.query("update audit_head set events = events");
    await grantServiceRole({ url: own.url, migrationUrl: own.ownerUrl });
    await expect(own.servicePool.query("update audit_head set events = events")).rejects.toMatchObject({
      code: "42501",
    });
    await recordIn(own, { event: "test.happened" });
    expect(await verifyAuditTrail(own.database, keys)).toEqual({ kind: "whole", events: 2 });
  });
});

describe.each(["a transaction", "a single statement"])("A-193 verification of events recorded in %s", (sort) => {
  let own: TestDatabase;
  let chain: number;
  let events: { id: string; hash: string }[];
  beforeEach(async () => {
    own = await testDatabase();
    const server = createAuditor(keys);
    chain = await fillChain(own, 4, sort === "a transaction" ? undefined : () => recordWith(own, server));
    events = await eventsOf(own, chain);
  });
  afterEach(() => own.close());

  const verify = () => verifyAuditTrail(own.database, keys);

  test("reports a changed event", async () => {
    await tamper(own, "update audit_event set result = 'denied' where id = $1", [events[1]?.id]);
    expect(await verify()).toEqual({ kind: "broken", fault: "changed", chain, eventId: events[1]?.id });
  });

  test("reports the event before which others are missing", async () => {
    await tamper(own, "delete from audit_event where id = $1", [events[1]?.id]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missing", chain, eventId: events[2]?.id });
  });

  test("reports a missing last event", async () => {
    await tamper(own, "delete from audit_event where id = $1", [events[3]?.id]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missingAtEnd", chain, eventId: null });
  });

  test("reports a superuser's rewrite with recomputed plain hashes", async () => {
    const [, second] = events;
    await rewrite(own, { chain, eventId: second?.id ?? "" });
    expect(await verify()).toEqual({ kind: "broken", fault: "changed", chain, eventId: second?.id });
  });
});

describe("A-193 verification", () => {
  let own: TestDatabase;
  let chain: number;
  let events: { id: string; hash: string }[];
  beforeEach(async () => {
    own = await testDatabase();
    chain = await fillChain(own, 4);
    events = await eventsOf(own, chain);
  });
  afterEach(() => own.close());

  const verify = () => verifyAuditTrail(own.database, keys);

  test("reports a chain that is missing with its head and seal", async () => {
    for (const table of ["audit_event", "audit_head", "audit_seal"])
      await tamper(own, `delete from ${table} where chain = $1`, [chain]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missingAtEnd", chain, eventId: null });
  });

  test("reports a truncated chain with a rolled-back head, even after further events", async () => {
    await tamper(own, "delete from audit_event where id = $1", [events[3]?.id]);
    const setBack = "update audit_head set events = 3, hash = $2 where chain = $1";
    await tamper(own, setBack, [chain, events[2]?.hash]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missingAtEnd", chain, eventId: null });
    await fillChain(own, 12);
    const next = (await eventsOf(own, chain))[3];
    expect(await verify()).toEqual({ kind: "broken", fault: "missing", chain, eventId: next?.id });
  });

  test("reports an emptied chain with a reset head", async () => {
    await tamper(own, "delete from audit_event where chain = $1", [chain]);
    await tamper(own, "update audit_head set events = 0, hash = '' where chain = $1", [chain]);
    expect(await verify()).toMatchObject({ kind: "broken", fault: "missingAtEnd", chain });
  });

  test("A-202 verifies events of both keys after a key change and reports an unknown key", async () => {
    const changed = deriveKeyRing(["newer", testAuditSecret], "audit");
    for (let count = 0; count < 20; count += 1) await recordIn(own, { ring: changed, event: "test.changed" });
    expect((await verifyAuditTrail(own.database, changed)).kind).toBe("whole");
    const newestAlone = deriveKeyRing(["newer"], "audit");
    expect(await verifyAuditTrail(own.database, newestAlone)).toMatchObject({ kind: "broken", fault: "unknownKey" });
  });
});

test("verifies events recorded before the keys existed by a seal", async () => {
  const own = await testDatabase();
  try {
    await own.pool.query("drop schema public cascade; create schema public; grant usage on schema public to public");
    const link: AuditLink = {
      ...{ chain: 7, at: "2026-01-02T03:04:05.678Z", event: "test.early", result: "ok", brand: null },
      ...{ accountId: null, journeyId: null, actor: "system", facts: { count: 1 } },
    };
    const hash = linkHash("", link);
    await migrate(own.ownerUrl, {
      "0001-initial-schema": async (transaction) => {
        const row = JSON.stringify({ ...link, previous_hash: "", hash, id: 1 });
        await sql`insert into audit_event overriding system value
          select * from jsonb_populate_record(null::audit_event, ${row}::jsonb)`.execute(transaction);
        await sql`alter table audit_event alter column id restart with 2`.execute(transaction);
        await sql`update audit_head set events = 1, hash = ${hash} where chain = 7`.execute(transaction);
        await sealAuditTrail(transaction, keys);
      },
    });
    await grantServiceRole({ url: own.url, migrationUrl: own.ownerUrl });
    await fillChain(own, 3);
    expect((await verifyAuditTrail(own.database, keys)).kind).toBe("whole");
    await tamper(own, "update audit_event set result = 'denied' where event = 'test.early'");
    expect(await verifyAuditTrail(own.database, keys)).toMatchObject({ fault: "changed", chain: 7, eventId: "1" });
    await rewrite(own, { chain: 7, eventId: "1" });
    expect(await verifyAuditTrail(own.database, keys)).toMatchObject({ kind: "broken", fault: "changed", chain: 7 });
  } finally {
    await own.close();
  }
});
