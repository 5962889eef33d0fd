import { type Selectable, sql } from "kysely";
import type { Database, Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { type AuditKey, auditKeys, type ChainEnd, eventParts, sealParts, signedHeadFields } from "./audit-key.rule.ts";
import { auditLinkOf, linkHash } from "./audit-link.rule.ts";
import { chainCount, nextOfChain } from "./audit-page.store.ts";

/**
 * The first fault of the trail: a changed or added event, missing events before an event, missing events at the end of
 * a chain, or an unknown key.
 */
export type AuditFault = "changed" | "missing" | "missingAtEnd" | "unknownKey";

export type AuditVerification =
  | { kind: "whole"; events: number }
  | { kind: "broken"; fault: AuditFault; chain: number; eventId: string | null };

/**
 * Verifies every chain from its start, one page at a time. `eventId` is the faulty event; null when the fault is at the
 * end of the chain.
 */
export async function verifyAuditTrail(database: Db, ring: KeyRing): Promise<AuditVerification> {
  const keys = auditKeys(ring);
  // A single snapshot, since the chains grow during verification.
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (transaction) => {
      let events = 0;
      for (let chain = 0; chain < chainCount; chain += 1) {
        const verified = await verifyChain(transaction, { chain, keys });
        if (verified.kind === "broken") return verified;
        events += verified.events;
      }
      return { kind: "whole", events };
    });
}

const pageSize = 1000;

type EventRow = Selectable<Database["audit_event"]>;
type Keys = readonly AuditKey[];

/** The position in a chain after the newest verified event. */
interface Position {
  events: bigint;
  hash: string;
  /** Key of the newest event, or of the seal before the first event that has a key. */
  keyId: string;
}

async function verifyChain(
  transaction: Trx,
  { chain, keys }: { chain: number; keys: Keys },
): Promise<AuditVerification> {
  const broken = (fault: AuditFault, eventId: string | null = null) =>
    ({ kind: "broken", fault, chain, eventId }) as const;
  const head = await chainEnd(transaction, { table: "audit_head", chain });
  const seal = await chainEnd(transaction, { table: "audit_seal", chain });
  if (head === undefined || seal === undefined) return broken("missingAtEnd");
  const sealState = checkMac(keys, { keyId: seal.key_id, mac: seal.mac, parts: sealParts(seal) });
  if (sealState !== "valid") return broken(sealState);

  const position: Position = { events: 0n, hash: "", keyId: seal.key_id ?? "" };
  const isSealWrong = () => position.events === seal.events && position.hash !== seal.hash;
  for await (const row of eventsOfChain(transaction, chain)) {
    const fault = checkEvent(row, { keys, position, isSealed: position.events < seal.events });
    if (fault !== undefined) return broken(fault, row.id);
    position.events += 1n;
    position.hash = row.hash;
    position.keyId = row.key_id ?? position.keyId;
    if (isSealWrong()) return broken("changed", row.id);
  }
  const isShort = position.events < seal.events || position.events !== head.events || position.hash !== head.hash;
  if (isShort) return broken("missingAtEnd");
  const headState = checkMac(keys, { keyId: head.key_id, mac: head.mac, parts: signedHeadFields(head) });
  // The head is not signed by its key: it was rolled back to an earlier event.
  if (headState !== "valid") return broken(headState === "changed" ? "missingAtEnd" : headState);
  return { kind: "whole", events: Number(position.events) };
}

/** The fault of an event whose predecessors are valid. A sealed event needs no keyed hash. */
function checkEvent(
  row: EventRow,
  { keys, position, isSealed }: { keys: Keys; position: Position; isSealed: boolean },
): AuditFault | undefined {
  if (row.hash !== linkHash(row.previous_hash, auditLinkOf(row))) return "changed";
  const parts = eventParts({ hash: row.hash, headKeyId: row.head_key_id ?? "" });
  const macState = isSealed ? "valid" : checkMac(keys, { keyId: row.key_id, mac: row.mac, parts });
  if (macState !== "valid") return macState;
  // The event itself is valid, so its predecessor is missing.
  if (row.previous_hash !== position.hash) return "missing";
  return isSealed || row.head_key_id === position.keyId ? undefined : "missing";
}

function checkMac(
  keys: Keys,
  { keyId, mac, parts }: { keyId: string | null; mac: string | null; parts: readonly string[] },
): "valid" | "changed" | "unknownKey" {
  if (keyId === null || mac === null) return "changed";
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return "unknownKey";
  return key.sign(parts) === mac ? "valid" : "changed";
}

async function* eventsOfChain(transaction: Trx, chain: number): AsyncGenerator<EventRow> {
  let after = "0";
  for (;;) {
    const next = nextOfChain(sql`*`, { chain: sql`${chain}::smallint`, after: sql`${after}::bigint`, limit: pageSize });
    const { rows: page } = await sql<EventRow>`${next}`.execute(transaction);
    yield* page;
    const last = page.at(-1);
    if (page.length < pageSize || last === undefined) return;
    after = last.id;
  }
}

async function chainEnd(transaction: Trx, { table, chain }: { table: "audit_head" | "audit_seal"; chain: number }) {
  const row = await transaction.selectFrom(table).selectAll().where("chain", "=", chain).executeTakeFirst();
  return row && { ...row, events: BigInt(row.events) };
}

/** Seals every chain in the migration that creates them; later events carry their own keyed hash. */
export async function sealAuditTrail(transaction: DbOrTrx, ring: KeyRing): Promise<void> {
  const [key] = auditKeys(ring);
  const heads = await transaction.selectFrom("audit_head").select(["chain", "events", "hash"]).execute();
  for (const row of heads) {
    const head: ChainEnd = { ...row, events: BigInt(row.events) };
    await sql`update audit_head set key_id = ${key.id}, mac = ${key.sign(signedHeadFields(head))} where chain = ${row.chain}`.execute(
      transaction,
    );
    await sql`insert into audit_seal (chain, events, hash, key_id, mac)
      values (${row.chain}, ${row.events}, ${row.hash}, ${key.id}, ${key.sign(sealParts(head))})`.execute(transaction);
  }
}
