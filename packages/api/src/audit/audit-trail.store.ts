import { type RawBuilder, sql } from "kysely";
import { type Writes, writeSteps } from "../platform/conditional-write.adapter.ts";
import { withoutNulls } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import { isRetryable } from "../platform/database-fault.rule.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { type AuditKey, auditKeys, type ChainEnd, eventParts, headParts } from "./audit-key.rule.ts";
import { type AuditLink, linkHash, storable } from "./audit-link.rule.ts";
import type { AuditEvent, Auditor } from "./auditor.port.ts";

/**
 * Number of chains for transactions, which lock their chain. Single statements use as many further chains, whose ends
 * each server remembers.
 */
const lockedChains = 16;
/** Attempts of a single statement before it locks a chain. */
const optimisticAttempts = 2;

/** A chain's end with the id of the key that signed it; the id is empty when the signature is wrong. */
interface SignedEnd extends ChainEnd {
  headKeyId: string;
}

/**
 * Appends to hash chains, signed with the newest key. All events of a transaction use one chain, which stays locked
 * until the transaction ends, so record last. A single statement appends to a chain that this server used last, under
 * the condition that its end is still the same. After another server's append it reads the end of another chain, and
 * after a second one it locks a chain of the transactions.
 */
export function createAuditor(ring: KeyRing): Auditor {
  const keys = auditKeys(ring);
  const [newest] = keys;
  const remembered: SignedEnd[] = [];

  async function readEnd(database: Db): Promise<SignedEnd> {
    const chain = lockedChains + Math.floor(Math.random() * lockedChains);
    const { rows } = await sql<HeadRow>`
      select chain, events, hash, key_id as "keyId", mac from audit_head where chain = ${chain}`.execute(database);
    return signedEnd(keys, only(rows));
  }

  async function lockEnd(transaction: Trx): Promise<{ head: SignedEnd; at: Date }> {
    const { rows } = await sql<HeadRow & { at: Date }>`
      select chain, events, hash, key_id as "keyId", mac, at from audit_lock_head()`.execute(transaction);
    const row = only(rows);
    return { head: signedEnd(keys, row), at: row.at };
  }

  return {
    async record(transaction: Trx, ...events: AuditEvent[]) {
      if (events.length === 0) return;
      const { head, at } = await lockEnd(transaction);
      const { calls } = appendAll(newest, head, { at, events });
      await sql`select ${sql.join(calls)}`.execute(transaction);
    },

    async recordWith(database, { at, events }, statement) {
      const appendTo = async (head: SignedEnd, executor: DbOrTrx) => {
        const appends = Object.entries<readonly AuditEvent[]>(events).map(
          ([name, list]) => [name, appendAll(newest, head, { at, events: list })] as const,
        );
        const calls = Object.fromEntries(appends.map(([name, one]) => [name, lastOf(one.calls)]));
        const { rows } = await statement(calls as Parameters<typeof statement>[0]).execute(executor);
        const appended = rows[0]?.appended ?? null;
        return { row: rows[0], end: appends.find(([, one]) => one.end.hash === appended)?.[1].end ?? head };
      };
      for (let attempt = 1; attempt <= optimisticAttempts; attempt += 1) {
        // Whatever moved one remembered end may have moved the others.
        const known = attempt === 1 ? remembered.pop() : undefined;
        try {
          const { row, end } = await appendTo(known ?? (await readEnd(database)), database);
          remembered.push(end);
          return row;
        } catch (fault) {
          if (!isRetryable(fault)) throw fault;
        }
      }
      return transact(database, async (transaction) => {
        const { head } = await lockEnd(transaction);
        return (await appendTo(head, transaction)).row;
      });
    },
  };
}

/** Evaluates the calls in order and returns the last hash; another order would not continue the chain. */
function lastOf(calls: readonly RawBuilder<string>[]): RawBuilder<string> {
  return calls.length === 1 && calls[0] ? calls[0] : sql`(array[${sql.join(calls)}])[${calls.length}::int]`;
}

/** Runs writes and appends audit events in one statement; returns whether the deciding write wrote. */
export async function recordWithWrites(
  { database, auditor }: { database: Db; auditor: Pick<Auditor, "recordWith"> },
  { at, events, ...writes }: { at: Date; events: readonly AuditEvent[] } & Writes,
): Promise<boolean> {
  const { steps, isDecided } = writeSteps(writes, sql`true`);
  const written = steps.length > 0 ? sql`with ${sql.join(steps)}` : sql``;
  const row = await auditor.recordWith(
    database,
    { at, events: { all: events } },
    ({ all }) => sql<{ appended: string | null }>`
      ${written} select case when ${isDecided} then ${all} end as appended`,
  );
  return row?.appended != null;
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
  const isWrong = mac === null || (key !== undefined && key.sign(headParts(end)) !== mac);
  return { ...end, headKeyId: isWrong ? "" : (keyId ?? "") };
}

/** Builds the calls that append events in order, and the end of the chain after them. */
function appendAll(key: AuditKey, head: SignedEnd, { at, events }: { at: Date; events: readonly AuditEvent[] }) {
  let end = head;
  const calls = events.map((event) => {
    const appended = append(key, end, { ...event, at });
    end = appended.end;
    return appended.call;
  });
  return { calls, end };
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
  const headMac = key.sign(headParts(end));
  return { call: sql`audit_append(jsonb_populate_record(null::audit_event, ${row}::jsonb), ${headMac})`, end };
}

function only<Row extends HeadRow>([head]: Row[]): Row {
  if (head === undefined) throw new Error("the audit trail has lost the head of a chain");
  return head;
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
