import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testAuditSecret } from "../../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { deriveKeyRing } from "../platform/keys.adapter.ts";
import { migrate } from "../platform/migrations.adapter.ts";
import { grantServiceRole } from "../platform/service-role.adapter.ts";
import { type AuditLink, linkHash } from "./audit-link.rule.ts";
import { sealAuditTrail, verifyAuditTrail } from "./audit-verification.store.ts";
import { eventsOf, fillChain, keys, recordIn, rewrite, tamper } from "./test/audit-events.ts";

describe("A-193 verification of recorded events", () => {
  let database: TestDatabase;
  let chain: number;
  let events: { id: string; hash: string }[];
  beforeEach(async () => {
    database = await testDatabase();
    chain = await fillChain(database, 4);
    events = await eventsOf(database, chain);
  });
  afterEach(() => database.close());

  const verify = () => verifyAuditTrail(database.database, keys);

  test("reports a changed event", async () => {
    await tamper(database, "update audit_event set result = 'denied' where id = $1", [events[1]?.id]);
    expect(await verify()).toEqual({ kind: "broken", fault: "changed", chain, eventId: events[1]?.id });
  });

  test("reports the event before which others are missing", async () => {
    await tamper(database, "delete from audit_event where id = $1", [events[1]?.id]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missing", chain, eventId: events[2]?.id });
  });

  test("reports a missing last event", async () => {
    await tamper(database, "delete from audit_event where id = $1", [events[3]?.id]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missingAtEnd", chain, eventId: null });
  });

  test("reports a superuser's rewrite with recomputed plain hashes", async () => {
    const [, second] = events;
    await rewrite(database, { chain, eventId: second?.id ?? "" });
    expect(await verify()).toEqual({ kind: "broken", fault: "changed", chain, eventId: second?.id });
  });
});

describe("A-193 verification", () => {
  let database: TestDatabase;
  let chain: number;
  let events: { id: string; hash: string }[];
  beforeEach(async () => {
    database = await testDatabase();
    chain = await fillChain(database, 4);
    events = await eventsOf(database, chain);
  });
  afterEach(() => database.close());

  const verify = () => verifyAuditTrail(database.database, keys);

  test("reports a chain that is missing with its head and seal", async () => {
    for (const table of ["audit_event", "audit_head", "audit_seal"])
      await tamper(database, `delete from ${table} where chain = $1`, [chain]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missingAtEnd", chain, eventId: null });
  });

  test("reports a truncated chain with a rolled-back head, even after further events", async () => {
    await tamper(database, "delete from audit_event where id = $1", [events[3]?.id]);
    const setBack = "update audit_head set events = 3, hash = $2 where chain = $1";
    await tamper(database, setBack, [chain, events[2]?.hash]);
    expect(await verify()).toEqual({ kind: "broken", fault: "missingAtEnd", chain, eventId: null });
    await fillChain(database, 12);
    const next = (await eventsOf(database, chain))[3];
    expect(await verify()).toEqual({ kind: "broken", fault: "missing", chain, eventId: next?.id });
  });

  test("reports an emptied chain with a reset head", async () => {
    await tamper(database, "delete from audit_event where chain = $1", [chain]);
    await tamper(database, "update audit_head set events = 0, hash = '' where chain = $1", [chain]);
    expect(await verify()).toMatchObject({ kind: "broken", fault: "missingAtEnd", chain });
  });

  test("A-202 verifies events of both keys after a key change and reports an unknown key", async () => {
    const changed = deriveKeyRing(["newer", testAuditSecret], "audit");
    for (let count = 0; count < 20; count += 1) await recordIn(database, { ring: changed, event: "test.changed" });
    expect((await verifyAuditTrail(database.database, changed)).kind).toBe("whole");
    const newestAlone = deriveKeyRing(["newer"], "audit");
    expect(await verifyAuditTrail(database.database, newestAlone)).toMatchObject({
      kind: "broken",
      fault: "unknownKey",
    });
  });
});

test("verifies events recorded before the keys existed by a seal", async () => {
  const database = await testDatabase();
  try {
    await database.pool.query(
      "drop schema public cascade; create schema public; grant usage on schema public to public",
    );
    const link: AuditLink = {
      chain: 7,
      at: "2026-01-02T03:04:05.678Z",
      event: "test.early",
      result: "ok",
      brand: null,
      accountId: null,
      journeyId: null,
      actor: "system",
      facts: { count: 1 },
    };
    const hash = linkHash("", link);
    await migrate(database.ownerUrl, async (transaction) => {
      const row = JSON.stringify({ ...link, previous_hash: "", hash, id: 1 });
      await sql`insert into audit_event overriding system value
          select * from jsonb_populate_record(null::audit_event, ${row}::jsonb)`.execute(transaction);
      await sql`alter table audit_event alter column id restart with 2`.execute(transaction);
      await sql`update audit_head set events = 1, hash = ${hash} where chain = 7`.execute(transaction);
      await sealAuditTrail(transaction, keys);
    });
    await grantServiceRole({ url: database.url, migrationUrl: database.ownerUrl });
    await fillChain(database, 3);
    expect((await verifyAuditTrail(database.database, keys)).kind).toBe("whole");
    await tamper(database, "update audit_event set result = 'denied' where event = 'test.early'");
    expect(await verifyAuditTrail(database.database, keys)).toMatchObject({ fault: "changed", chain: 7, eventId: "1" });
    await rewrite(database, { chain: 7, eventId: "1" });
    expect(await verifyAuditTrail(database.database, keys)).toMatchObject({
      kind: "broken",
      fault: "changed",
      chain: 7,
    });
  } finally {
    await database.close();
  }
});
