import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database, DbOrTrx } from "../platform/database.table.ts";

/** Number of chains that `audit_head` has. */
export const chainCount = 32;
/** Number of chains that new events are appended to. */
export const writtenChainCount = 16;

/** The last event that was read of each chain; 0 before the first. */
export type TrailPosition = readonly number[];

export const startOfTrail: TrailPosition = Array(chainCount).fill(0);

export type AuditRow = Selectable<Database["audit_event"]>;

/**
 * SQL: the next events of a chain after an id, in order. Pairs are compared, so that PostgreSQL reads the index of the
 * chain and never the ids of all chains.
 */
export const nextOfChain = (
  columns: RawBuilder<unknown>,
  { chain, after, limit }: { chain: RawBuilder<unknown>; after: RawBuilder<unknown>; limit: number | null },
) => sql`
  select ${columns} from audit_event
  where (audit_event.chain, audit_event.id) > (${chain}, ${after}) and (audit_event.chain, audit_event.id) < (${chain} + 1, 0)
  order by audit_event.chain, audit_event.id limit ${limit}`;

/**
 * Reads the next events after a position, in the order of their ids. Nothing is skipped: an event is appended while its
 * transaction holds the lock of its chain until it commits, so within a chain ids appear in ascending order. An account's
 * events are in order across chains, because the flow that appends the later one waits for the lock of the account, and
 * one statement sees both or only the earlier one.
 */
export async function readAuditPage(
  database: DbOrTrx,
  { after, limit }: { after: TrailPosition; limit: number },
): Promise<{ rows: AuditRow[]; next: TrailPosition }> {
  const ofChain = nextOfChain(sql`id`, { chain: sql`(read.number - 1)`, after: sql`read.last_id`, limit });
  const { rows } = await sql<AuditRow>`
    with page as materialized (
      select id from unnest(${[...after]}::bigint[]) with ordinality as read (last_id, number)
      cross join lateral (${ofChain}) of_chain
      order by id limit ${limit}
    )
    select * from audit_event where id = any(array(select id from page)) order by id`.execute(database);
  const next = [...after];
  for (const { chain, id } of rows) next[chain] = Number(id);
  return { rows, next };
}

/** The position before the first event that is at most this many days old. */
export function positionDaysAgo(database: DbOrTrx, days: number): Promise<TrailPosition> {
  return positionAfter(database, lastEventBefore(sql<Date>`app_now() - make_interval(days => ${days}::int)`));
}

/** The position before the first event at or after a time. */
export function positionAt(database: DbOrTrx, at: Date): Promise<TrailPosition> {
  return positionAfter(database, lastEventBefore(sql<Date>`${at}`));
}

/** The position after the newest event. */
export function endOfTrail(database: DbOrTrx): Promise<TrailPosition> {
  return positionAfter(database, sql<string>`9223372036854775807`);
}

const lastEventBefore = (at: RawBuilder<Date>) =>
  sql<string>`(select id from audit_event where at < ${at} order by at desc, id desc limit 1)`;

async function positionAfter(database: DbOrTrx, id: RawBuilder<string>): Promise<TrailPosition> {
  const { rows } = await sql<{ lastId: string | null }>`
    with bound as materialized (select ${id} as id)
    select (select id from audit_event
      where (chain, id) > (number, 0) and (chain, id) <= (number, (select id from bound))
      order by chain desc, id desc limit 1) as "lastId"
    from generate_series(0, ${chainCount - 1}::int) number order by number`.execute(database);
  return rows.map(({ lastId }) => Number(lastId ?? 0));
}
