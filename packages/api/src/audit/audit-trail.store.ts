import { sql } from "kysely";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { auditKeys, type ChainEnd, eventParts, headParts } from "./audit-key.rule.ts";
import { type AuditLink, linkHash, storable } from "./audit-link.rule.ts";
import type { AuditEvent, Auditor } from "./auditor.port.ts";

/**
 * Appends to one of 16 hash chains, signed with the newest key. All events of a transaction use the same chain, so that
 * two transactions never deadlock; the chain stays locked until the transaction ends, so record last.
 */
export function createAuditor(ring: KeyRing): Auditor {
  const keys = auditKeys(ring);
  const [newest] = keys;

  /**
   * A wrong keyed hash means that the head was rolled back; the new event stores the fact, so that verification reports
   * it.
   */
  function provenKeyId(head: LockedHead): string {
    const key = keys.find(({ id }) => id === head.keyId);
    const isWrong = head.mac === null || (key !== undefined && key.sign(headParts(head)) !== head.mac);
    return isWrong ? "" : (head.keyId ?? "");
  }

  return {
    async record(transaction: Trx, event: AuditEvent) {
      const head = await lockHead(transaction);
      const link: AuditLink = storable({
        chain: head.chain,
        at: head.at.toISOString(),
        event: event.event,
        result: event.result,
        brand: event.brandId ?? null,
        accountId: event.accountId ?? null,
        journeyId: event.journeyId ?? null,
        actor: event.actor,
        facts: { ...event.auditContext, ...event.facts },
      });
      const hash = linkHash(head.hash, link);
      const headKeyId = provenKeyId(head);
      const row = {
        chain: link.chain,
        at: link.at,
        event: link.event,
        result: link.result,
        brand: link.brand,
        account_id: link.accountId,
        journey_id: link.journeyId,
        actor: link.actor,
        facts: link.facts,
        previous_hash: head.hash,
        hash,
        key_id: newest.id,
        mac: newest.sign(eventParts({ hash, headKeyId })),
        head_key_id: headKeyId,
      };
      const headMac = newest.sign(headParts({ chain: head.chain, events: head.events + 1n, hash }));
      await sql`select audit_append(jsonb_populate_record(null::audit_event, ${JSON.stringify(row)}::jsonb), ${headMac})`.execute(
        transaction,
      );
    },
  };
}

interface LockedHead extends ChainEnd {
  keyId: string | null;
  mac: string | null;
  at: Date;
}

async function lockHead(transaction: Trx): Promise<LockedHead> {
  const { rows } = await sql<Omit<LockedHead, "events"> & { events: string }>`
    select chain, events, hash, key_id as "keyId", mac, at from audit_lock_head()`.execute(transaction);
  const [head] = rows;
  if (head === undefined) throw new Error("the audit trail has lost the head of a chain");
  return { ...head, events: BigInt(head.events) };
}

/** Audit events of one account, oldest first. */
export async function eventsOfAccount(database: DbOrTrx, accountId: string) {
  const rows = await database
    .selectFrom("audit_event")
    .select(["at", "event", "result", "actor", "journey_id", "facts"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    at: row.at.toISOString(),
    event: row.event,
    result: row.result,
    actor: row.actor,
    ...(row.journey_id === null ? {} : { journeyId: row.journey_id }),
    facts: row.facts as Record<string, string | number | boolean>,
  }));
}
