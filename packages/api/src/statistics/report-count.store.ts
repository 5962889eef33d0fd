import { createHash } from "node:crypto";
import { offsetsOf, type ZoneOffset } from "@vestibule/contract/local-time.rule.ts";
import { type RawBuilder, sql } from "kysely";
import { nextOfChain, writtenChainCount } from "../audit/audit-page.store.ts";
import { firstRow } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import { readWithin, transact } from "../platform/transaction.adapter.ts";
import type { AuditPosition } from "./event-count.store.ts";

export interface Period {
  from: Date;
  /** Exclusive. */
  to: Date;
  /** A brand's id; absent: all brands. */
  brandId?: string | undefined;
  /** How long each query may take; by default ten minutes. */
  timeoutSeconds?: number;
  /** Divides the counts by the day or hour, in this time zone, in which the journey started or the event happened. */
  times?: ReportTimes;
}

export interface ReportTimes {
  by: "day" | "hour";
  timeZone: string;
}

/** Events of the audit trail, in each chain those after an id and up to another one. */
export interface TrailRange {
  after: AuditPosition;
  upTo: AuditPosition;
}

/** What the report counts. */
export interface Figure {
  name: "ending" | "event" | "roadblockNext";
  /**
   * Selects by how much the events of a range change the counts: `part`, `brand`, `dimensions`, `over_at`, `count`. It
   * depends on the audit trail alone, because a change that is computed differently later leaves a wrong count. A journey
   * that nothing has ended has the `ending` null, and is under way until `over_at`.
   */
  changes(range: TrailRange): RawBuilder<unknown>;
}

/** Beginning of the half hour of a moment. Days and hours of every Canadian time zone begin with a half hour. */
export const partOf = (at: RawBuilder<unknown>) => sql`date_bin('30 minutes', ${at}, 'epoch'::timestamptz)`;

/**
 * The bounds of a range by chain, and its events, for the beginning of a query. `offset 0` makes PostgreSQL read each
 * chain by its index, whatever it expects.
 */
export const rangeOf = ({ after, upTo }: TrailRange) => sql`
  bound as materialized (
    select key::smallint as chain, coalesce((${JSON.stringify(after)}::jsonb ->> key)::bigint, 0) as after, value::bigint as up_to
    from jsonb_each_text(${JSON.stringify(upTo)}::jsonb)
  ),
  new_event as (
    select event.* from bound cross join lateral (
      select * from audit_event where audit_event.chain = bound.chain and id > bound.after and id <= bound.up_to offset 0
    ) event
  )`;

/** The changes of a figure, with the key of their brand and dimensions. */
const keyedChanges = (figure: Figure, range: TrailRange) => sql`
  select md5(brand || ' ' || dimensions)::uuid as key, brand, dimensions, part, over_at, count
  from (${figure.changes(range)}) change`;

/** The part of a period, whatever its length, that can have events. */
const withEvents = ({ from, to }: Pick<Period, "from" | "to">) => ({
  from: new Date(Math.max(from.getTime(), Date.UTC(2020))),
  to: new Date(Math.min(to.getTime(), Date.UTC(2100))),
});

/** SQL: a moment as local time, by the time zones of the runtime. */
function localTimeOf(moment: RawBuilder<unknown>, offsets: readonly ZoneOffset[]): RawBuilder<unknown> {
  const minutes = offsets.reduceRight<RawBuilder<unknown>>(
    (later, offset) =>
      offset.until === undefined
        ? sql`${offset.minutes}::int`
        : sql`case when ${moment} < ${offset.until}::timestamptz then ${offset.minutes}::int else ${later} end`,
    sql`0`,
  );
  return sql`((${moment} at time zone 'UTC') + make_interval(mins => ${minutes}))`;
}

const timeFormats = { day: "YYYY-MM-DD", hour: 'YYYY-MM-DD"T"HH24' };

/** How often the same outcome or event counts in a day or hour. */
export interface TimeCount {
  /** Such as 2026-11-28 or 2026-11-28T13. */
  time: string;
  journey: string;
  ending?: string;
  event?: string;
  result?: string;
  count: number;
}

export interface Counts<Dimensions> {
  rows: (Dimensions & { brand: string; count: number })[];
  /** The same counts by time; empty where the period is not divided. */
  times: TimeCount[];
}

/** Counts a figure in a period: the stored counts and the changes since, both as of the same moment. */
export async function readCounts<Dimensions>(
  database: Db,
  figure: Figure,
  { from, to, brandId = "", timeoutSeconds = 600, times }: Period,
): Promise<Counts<Dimensions>> {
  return readWithin(database, timeoutSeconds, async (transaction) => {
    const stored = await selectPosition(transaction, figure).executeTakeFirst();
    const range = await rangeAfter(transaction, { after: stored?.position ?? {} });
    const { by, timeZone } = times ?? { by: "day", timeZone: "UTC" };
    const localPart = localTimeOf(sql`part`, offsetsOf({ ...withEvents({ from, to }), timeZone }));
    const isInPeriod = sql`part >= ${partOf(sql`${from}::timestamptz`)} and part < ${to}`;
    const { rows } = await sql<{ dimensions: Dimensions; brand: string; time: string | null; count: number }>`
      with change as materialized (${keyedChanges(figure, range)}),
      counted as (
        select key, date_trunc(${by}, ${localPart}) as time, over_at <= now.moment as is_over, sum(count) as count
        from (
          select key, part, over_at, count from report_count where position_id = ${stored?.id ?? "0"} and ${isInPeriod}
          union all select key, part, over_at, count from change where ${isInPeriod}
        ) either cross join (select app_now() as moment offset 0) now
        group by 1, 2, 3
      ),
      known as (
        select key, brand, dimensions from report_dimension where position_id = ${stored?.id ?? "0"}
        union select key, brand, dimensions from change
      ),
      described as materialized (
        select brand, time, count, dimensions || case when dimensions -> 'ending' <> 'null' or not dimensions ? 'ending' then '{}'
          when is_over then '{"ending": "left", "reason": "quiet"}' else '{"ending": "inProgress"}' end::jsonb as dimensions
        from counted join known using (key) where ${brandId} = '' or brand = ${brandId}
      )
      select brand, dimensions, null as time, sum(count)::int as count from described group by 1, 2 having sum(count) <> 0
      union all
      select '', jsonb_build_object('journey', dimensions -> 'journey', 'ending', dimensions -> 'ending',
        'event', dimensions -> 'event', 'result', dimensions -> 'result'), to_char(time, ${timeFormats[by]}), sum(count)::int
      from described where ${times !== undefined}::boolean group by 2, 3 having sum(count) <> 0
    `.execute(transaction);
    const counts: Counts<Dimensions> = { rows: [], times: [] };
    for (const { dimensions, brand, time, count } of rows)
      if (time === null) counts.rows.push({ ...dimensions, brand, count });
      else counts.times.push({ ...(dimensions as unknown as Omit<TimeCount, "time" | "count">), time, count });
    return counts;
  });
}

/** Small enough that a statement stays well within its timeout. */
const eventsAtOnce = 10_000;

/**
 * Adds the next events of the audit trail to the stored counts of a figure. `isComplete`: none was left, or another
 * server is adding them.
 */
export async function storeCounts(
  database: Db,
  figure: Figure,
  { limit = eventsAtOnce }: { limit?: number } = {},
): Promise<{ isComplete: boolean }> {
  return transact(database, async (transaction) => {
    const stored = await lockPosition(transaction, figure);
    if (stored === undefined) return { isComplete: true };
    const range = await rangeAfter(transaction, { after: stored.position, limit });
    await transaction
      .updateTable("report_position")
      .set({ position: JSON.stringify(range.upTo), counted_at: sql<Date>`app_now()` })
      .where("id", "=", stored.id)
      .execute();
    if (JSON.stringify(range.after) === JSON.stringify(range.upTo)) return { isComplete: true };
    const { rows } = await sql`
      select key, brand, dimensions, part::text, over_at::text, count from (${keyedChanges(figure, range)}) change
    `.execute(transaction);
    const changes = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as change(key uuid, brand text, dimensions jsonb, part timestamptz, over_at timestamptz, count int)`;
    await sql`
      insert into report_dimension (position_id, key, brand, dimensions)
      select distinct ${stored.id}::bigint, key, brand, dimensions from ${changes} on conflict do nothing
    `.execute(transaction);
    await sql`
      merge into report_count counted using (select * from ${changes}) change
      on counted.position_id = ${stored.id} and counted.part = change.part and counted.key = change.key
        and counted.over_at = change.over_at
      when matched and counted.count + change.count = 0 then delete
      when matched then update set count = counted.count + change.count
      when not matched then insert (position_id, part, key, over_at, count)
        values (${stored.id}, change.part, change.key, change.over_at, change.count)
    `.execute(transaction);
    return { isComplete: false };
  });
}

const selectPosition = (database: DbOrTrx, figure: Figure) =>
  database
    .selectFrom("report_position")
    .select(["id", "position"])
    .where("figure", "=", figure.name)
    .where("definition", "=", definitionOf(database, figure));

/** Undefined while another server has locked it. */
async function lockPosition(transaction: Trx, figure: Figure) {
  if ((await selectPosition(transaction, figure).executeTakeFirst()) === undefined)
    await transaction
      .insertInto("report_position")
      .values({ figure: figure.name, definition: definitionOf(transaction, figure) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return selectPosition(transaction, figure).forUpdate().skipLocked().executeTakeFirst();
}

/** Identifies the query of a figure with all its values. */
function definitionOf(database: DbOrTrx, figure: Figure): string {
  const { sql: text, parameters } = figure.changes({ after: {}, upTo: {} }).compile(database);
  return createHash("sha256")
    .update(JSON.stringify([text, parameters]))
    .digest("hex");
}

/**
 * The events after a position, of each chain at most its part of the limit. Within a chain, ids increase in commit
 * order, so that none is skipped.
 */
async function rangeAfter(
  transaction: Trx,
  { after, limit }: { after: AuditPosition; limit?: number },
): Promise<TrailRange> {
  const ofChain = nextOfChain(sql`id`, {
    chain: sql`head.chain`,
    after: sql`head.after`,
    limit: limit === undefined ? null : Math.ceil(limit / writtenChainCount),
  });
  const { rows } = await sql<{ position: AuditPosition }>`
    with head as (select chain, coalesce((${JSON.stringify(after)}::jsonb ->> chain::text)::bigint, 0) as after from audit_head)
    select coalesce(jsonb_object_agg(chain, greatest(after, next.id)::text) filter (where greatest(after, next.id) > 0), '{}') as position
    from head cross join lateral (select max(id) as id from (${ofChain}) event) next
  `.execute(transaction);
  return { after, upTo: firstRow(rows).position };
}
