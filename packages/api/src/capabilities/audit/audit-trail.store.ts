import { sql } from "kysely";
import type { Db, DbOrTrx, Trx } from "../../platform/database.table.ts";
import { type AuditLink, linkHash, storable } from "./audit-link.rule.ts";
import type { AuditEvent, Auditor } from "./auditor.port.ts";

/**
 * Appends to one of 16 hash chains. All events of a transaction go to the same chain, so that two transactions
 * never wait for each other; the chain stays locked until the end of the transaction: record last.
 */
export const auditTrail: Auditor = {
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
      facts: { ...event.lived, ...event.facts },
    });
    const hash = linkHash(head.hash, link);
    await transaction
      .insertInto("audit_event")
      .values({
        chain: link.chain,
        at: link.at,
        event: link.event,
        result: link.result,
        brand: link.brand,
        account_id: link.accountId,
        journey_id: link.journeyId,
        actor: link.actor,
        facts: JSON.stringify(link.facts),
        previous_hash: head.hash,
        hash,
      })
      .execute();
    await transaction.updateTable("audit_head").set({ hash }).where("chain", "=", link.chain).execute();
  },
};

async function lockHead(transaction: Trx) {
  const { rows } = await sql<{ chain: number; hash: string; at: Date }>`
    update audit_head set events = events + 1
    where chain = (pg_current_xact_id()::text::numeric % 16)::smallint
    returning chain, hash, date_trunc('milliseconds', app_now()) as at
  `.execute(transaction);
  const [head] = rows;
  if (head === undefined) throw new Error("the audit trail has lost the head of a chain");
  return head;
}

export type ChainsVerdict =
  | { kind: "whole"; events: number }
  | { kind: "broken"; chain: number; eventId: string | null };

/** Reads every chain from its beginning. `eventId` is the first event that does not follow; null where the end is missing. */
export async function verifyChains(database: Db): Promise<ChainsVerdict> {
  // One snapshot: chains go on growing while they are read.
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      const heads = await transaction.selectFrom("audit_head").selectAll().orderBy("chain").execute();
      let events = 0;
      for (const head of heads) {
        const verdict = await verifyChain(transaction, head);
        if (verdict.kind === "broken") return verdict;
        events += verdict.events;
      }
      return { kind: "whole", events };
    });
}

const pageSize = 1000;

async function verifyChain(
  transaction: Trx,
  head: { chain: number; events: string; hash: string },
): Promise<ChainsVerdict> {
  let hash = "";
  let after = "0";
  let events = 0;
  for (;;) {
    const page = await transaction
      .selectFrom("audit_event")
      .selectAll()
      .where("chain", "=", head.chain)
      .where("id", ">", after)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    for (const row of page) {
      const link: AuditLink = {
        chain: row.chain,
        at: row.at.toISOString(),
        event: row.event,
        result: row.result,
        brand: row.brand,
        accountId: row.account_id,
        journeyId: row.journey_id,
        actor: row.actor,
        facts: row.facts as AuditLink["facts"],
      };
      if (row.previous_hash !== hash || row.hash !== linkHash(hash, link))
        return { kind: "broken", chain: head.chain, eventId: row.id };
      hash = row.hash;
      after = row.id;
    }
    events += page.length;
    if (page.length < pageSize) break;
  }
  return hash === head.hash && BigInt(events) === BigInt(head.events)
    ? { kind: "whole", events }
    : { kind: "broken", chain: head.chain, eventId: null };
}

/** What happened to one account, oldest first. */
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
