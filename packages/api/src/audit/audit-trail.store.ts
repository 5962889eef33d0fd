import { type RawBuilder, sql } from "kysely";
import { withoutNulls } from "../platform/database.adapter.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { type AuditKey, auditKeys, type ChainEnd, eventParts, signedHeadFields } from "./audit-key.rule.ts";
import { type AuditLink, linkHash, storable } from "./audit-link.rule.ts";
import type { AuditEvent, Auditor } from "./auditor.port.ts";

/** A chain's end with the id of the key that signed it; the id is empty when the signature is wrong. */
interface SignedEnd extends ChainEnd {
  headKeyId: string;
}

/**
 * Appends to hash chains, signed with the newest key. All events of a transaction use one chain, which stays locked
 * until the transaction ends, so record last.
 */
export function createAuditor(ring: KeyRing): Auditor {
  const keys = auditKeys(ring);
  const [newest] = keys;
  return {
    async record(transaction, ...events) {
      if (events.length === 0) return;
      const { rows } = await sql<HeadRow & { at: Date }>`
        select chain, events, hash, key_id as "keyId", mac, at from audit_lock_head()`.execute(transaction);
      const [head] = rows;
      if (head === undefined) throw new Error("the audit trail has lost the head of a chain");
      const calls = appendAll(newest, signedEnd(keys, head), { at: head.at, events });
      await sql`select ${sql.join(calls)}`.execute(transaction);
    },
  };
}

interface HeadRow {
  chain: number;
  events: string;
  hash: string;
  keyId: string | null;
  mac: string | null;
}

/** A wrong keyed hash means that the head was rolled back; the next event stores the fact for verification. */
function signedEnd(keys: readonly AuditKey[], { chain, events, hash, keyId, mac }: HeadRow): SignedEnd {
  const end = { chain, events: BigInt(events), hash };
  const key = keys.find(({ id }) => id === keyId);
  const isWrong = mac === null || (key !== undefined && key.sign(signedHeadFields(end)) !== mac);
  return { ...end, headKeyId: isWrong ? "" : (keyId ?? "") };
}

/** Builds the calls that append events in order. */
function appendAll(
  key: AuditKey,
  head: SignedEnd,
  { at, events }: { at: Date; events: readonly AuditEvent[] },
): RawBuilder<string>[] {
  let end = head;
  return events.map((event) => {
    const appended = append(key, end, { ...event, at });
    end = appended.end;
    return appended.call;
  });
}

/** Builds the call that appends an event, and the end of the chain after it. */
function append(
  key: AuditKey,
  { chain, events, hash: previous_hash, headKeyId }: SignedEnd,
  event: AuditEvent & { at: Date },
): { call: RawBuilder<string>; end: SignedEnd } {
  const link: AuditLink = storable({
    chain,
    at: event.at.toISOString(),
    event: event.event,
    result: event.result,
    brand: event.brandId ?? null,
    accountId: event.accountId ?? null,
    journeyId: event.journeyId ?? null,
    actor: event.actor,
    facts: { ...event.auditContext, ...event.facts },
  });
  const hash = linkHash(previous_hash, link);
  const { accountId: account_id, journeyId: journey_id, ...columns } = link;
  const mac = key.sign(eventParts({ hash, headKeyId }));
  const signature = { previous_hash, hash, key_id: key.id, mac, head_key_id: headKeyId };
  const row = JSON.stringify({ ...columns, account_id, journey_id, ...signature });
  const end = { chain, events: events + 1n, hash, headKeyId: key.id };
  const headMac = key.sign(signedHeadFields(end));
  return { call: sql`audit_append(jsonb_populate_record(null::audit_event, ${row}::jsonb), ${headMac})`, end };
}

/** Audit events of one account, oldest first. */
export async function eventsOfAccount(database: DbOrTrx, accountId: string) {
  const rows = await database
    .selectFrom("audit_event")
    .select(["at", "event", "result", "actor", "journey_id as journeyId", "facts"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(withoutNulls);
}
