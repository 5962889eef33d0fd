import { testKeys } from "../../../../../test/book-file.ts";
import type { TestDatabase } from "../../../../../test/database.ts";
import type { KeyRing } from "../../platform/keys.port.ts";
import { type AuditLink, auditLinkOf, linkHash } from "../audit-link.rule.ts";
import { createAuditor } from "../audit-trail.store.ts";
import type { AuditEvent } from "../auditor.port.ts";

export const keys = testKeys().audit;

/** A test-only event that no production code records. */
export const anyEvent = (event: { event: string; actor: string; facts?: AuditLink["facts"]; accountId?: string }) =>
  ({ result: "ok", ...event }) as AuditEvent;

/** Records one event in its own transaction. */
export const recordIn = (
  testDatabase: TestDatabase,
  { ring = keys, ...event }: { ring?: KeyRing; event: string; facts?: AuditLink["facts"] },
) =>
  testDatabase.database
    .transaction()
    .execute((transaction) => createAuditor(ring).record(transaction, anyEvent({ actor: "system", ...event })));

/** Records events until one chain has this many; returns the chain's number. */
export async function fillChain(testDatabase: TestDatabase, events: number): Promise<number> {
  for (let count = 0; ; count += 1) {
    await recordIn(testDatabase, { event: "test.filling", facts: { count } });
    const { rows } = await testDatabase.pool.query("select chain from audit_head where events >= $1 limit 1", [events]);
    if (rows.length > 0) return rows[0].chain;
  }
}

export const eventsOf = async (testDatabase: TestDatabase, chain: number) =>
  (await testDatabase.pool.query("select * from audit_event where chain = $1 order by id", [chain])).rows;

/** Runs a statement without triggers, as a superuser can. */
export async function tamper(testDatabase: TestDatabase, statement: string, values: unknown[] = []) {
  const client = await testDatabase.pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    return await client.query(statement, values);
  } finally {
    await client.query("set session_replication_role = origin");
    client.release();
  }
}

/** Changes an event and recomputes all later plain hashes, as a superuser without the key can. */
export async function rewrite(testDatabase: TestDatabase, { chain, eventId }: { chain: number; eventId: string }) {
  await tamper(testDatabase, "update audit_event set result = 'denied' where id = $1", [eventId]);
  let hash = "";
  for (const row of await eventsOf(testDatabase, chain)) {
    const next = linkHash(hash, auditLinkOf(row));
    await tamper(testDatabase, "update audit_event set previous_hash = $2, hash = $3 where id = $1", [
      row.id,
      hash,
      next,
    ]);
    hash = next;
  }
  await tamper(testDatabase, "update audit_head set hash = $2 where chain = $1", [chain, hash]);
}
