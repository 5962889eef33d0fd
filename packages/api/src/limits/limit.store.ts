import { type RawBuilder, sql } from "kysely";
import type { DbOrTrx } from "../platform/database.table.ts";
import type { Log } from "../platform/log.port.ts";
import type { LimitConsumed, LimitReached, Limits, LimitWindow } from "./limit.port.ts";
import { allCountersOf, type CounterSettings, countersOf, type WindowCounter } from "./window-counter.rule.ts";

export interface LimitSettings extends CounterSettings {
  log: Log;
}

/** Rolling windows in PostgreSQL: each row has the times of the last hits of a key, oldest first. */
export function limitStore(settings: LimitSettings): Limits {
  const countersOfAll = (windows: readonly LimitWindow[]) => windows.flatMap((window) => countersOf(settings, window));

  return {
    async consume(database, windows) {
      const counters = countersOfAll([windows].flat());
      const { rows } = await countIn(counters).execute(database);
      return (await readConsumed(settings, database, { counters, row: rows[0] })) ?? whenOpen(database, counters);
    },

    refund: (database, counted) =>
      refundKeys(database, "length" in counted ? countersOfAll(counted).map(newestKey) : counted.keys),

    async peek(database, window) {
      const opening = await openingOf(database, allCountersOf(settings, window));
      return opening ?? { kind: "open" };
    },

    async isFilled(database, windows, share) {
      const counters = windows.flatMap((window) => allCountersOf(settings, window));
      const lower = counters.map((counter) => ({ ...counter, limit: Math.ceil(counter.limit * share) }));
      return (await openingOf(database, lower)) !== undefined;
    },

    isExceeded: (window) =>
      sql<boolean>`(${sql.join(
        allCountersOf(settings, window).map((counter) => sql`exists (select ${fillingHit(counter)})`),
        sql` or `,
      )})`,

    keyOf: (window) =>
      countersOf(settings, window)
        .map(({ keys }) => keys.join(" "))
        .join(";"),

    async reset(transaction, window) {
      const keys = countersOf(settings, window).flatMap((counter) => counter.keys);
      const deleted = await sql`delete from limit_window where key = any(${keys})`.execute(transaction);
      return (deleted.numAffectedRows ?? 0n) > 0n;
    },
  };
}

interface CountedRow {
  counters: readonly WindowCounter[];
  row: CountRow | undefined;
}

/** Reads a row of `countIn`; undefined, after a refund, unless every counter was counted. */
async function readConsumed(
  settings: LimitSettings,
  database: DbOrTrx,
  { counters, row = {} }: CountedRow,
): Promise<LimitConsumed | undefined> {
  const counts = counters.map((_, index) => row[`count${index}`] ?? undefined);
  const counted = counters.filter((_, index) => counts[index] !== undefined);
  if (counted.length < counters.length) {
    if (counted.length > 0) await refundKeys(database, counted.map(newestKey));
    return undefined;
  }
  for (const [index, counter] of counters.entries())
    await logLimitLevel(settings, database, { counter, count: Number(counts[index]) });
  return {
    kind: "allowed",
    left: Math.min(...counters.map(({ limit }, index) => limit - Number(counts[index]))),
    reached: counters.filter(({ limit }, index) => Number(counts[index]) === limit).map(({ id }) => id),
    keys: counted.map(newestKey),
  };
}

const newestKey = ({ keys: [newest = ""] }: WindowCounter) => newest;

const spanOf = ({ minutes }: Pick<WindowCounter, "minutes">) => sql`make_interval(mins => ${minutes}::int)`;

/** Hits of a counter at the start of the statement. */
const hitsUnder = (keys: string[], counter: WindowCounter) =>
  sql`(select count(*) from limit_window o, unnest(o.hits) h
    where o.key = any(${keys}) and h > (select app_now()) - ${spanOf(counter)})`;

/** The count in each counter as `count0`, `count1` …; null where nothing was counted. */
type CountRow = Partial<Record<`count${number}`, string | null>>;

/**
 * Counts one request in every counter, or in none: the first only when all have room, each other only when the previous
 * one was counted. When a concurrent transaction fills a later counter, its column is null and the caller refunds the
 * earlier ones.
 */
function countIn(counters: readonly WindowCounter[]): RawBuilder<CountRow> {
  const steps = counters.map((counter, index) => {
    const conditions =
      index === 0
        ? counters.slice(1).map((other) => sql`${hitsUnder(other.keys, other)} < ${other.limit}::int`)
        : [sql.raw(`exists (select from step${index - 1})`)];
    const condition = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
    return sql`${sql.raw(`step${index}`)} as (${countWhereOpen(counter, condition)})`;
  });
  const columns = counters.map((_, index) => sql.raw(`(select count from step${index}) as count${index}`));
  return sql`with ${sql.join(steps)} select ${sql.join(columns)}`;
}

/** Counts in a counter that has room, and returns its count; returns no row where it is full. */
function countWhereOpen(counter: WindowCounter, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const [newest = "", ...older] = counter.keys;
  // Counts under the key before a key change still apply.
  const before = older.length === 0 ? sql`0` : hitsUnder(older, counter);
  const recentHits = sql`array(select h from unnest(w.hits) h where h > (select app_now()) - ${spanOf(counter)} order by h)`;
  return sql`
    insert into limit_window as w (key, earlier_key, hits, touched_at)
    select ${newest}, ${older[0] ?? null}, array[app_now()], app_now()
    where ${before} < ${counter.limit}::int and ${condition}
    on conflict (key) do update set hits = array_append(${recentHits}, app_now()), touched_at = app_now()
    where cardinality(${recentHits}) + ${before} < ${counter.limit}::int
    returning cardinality(w.hits) + ${before} as count`;
}

async function refundKeys(database: DbOrTrx, keys: readonly string[]): Promise<void> {
  await sql`
    update limit_window set hits = trim_array(hits, 1)
    where key = any(${[...keys]}) and cardinality(hits) > 0`.execute(database);
}

/** Selects the hit whose expiry makes room in a full counter; no row where it has room. */
const fillingHit = (counter: WindowCounter) => sql`
  from limit_window w, unnest(w.hits) h
  where (w.key = any(${counter.keys}) or w.earlier_key = any(${counter.keys})) and h > (select app_now()) - ${spanOf(counter)}
  order by h desc offset ${counter.limit - 1} limit 1`;

/** When these counters have room again; undefined when none is full. */
async function openingOf(database: DbOrTrx, counters: readonly WindowCounter[]): Promise<LimitReached | undefined> {
  const ends = counters.map(
    (counter, index) => sql`(
      select ${index}::int as index, h + ${spanOf(counter)} as until,
        extract(epoch from h + ${spanOf(counter)} - (select app_now())) as seconds
      ${fillingHit(counter)})`,
  );
  const { rows } = await sql<{ index: number; until: Date; seconds: string }>`
    select * from (${sql.join(ends, sql` union all `)}) ends order by until desc`.execute(database);
  const [last] = rows;
  if (last === undefined) return undefined;
  return {
    kind: "exceeded",
    limits: rows.flatMap(({ index }) => counters[index]?.id ?? []),
    until: last.until,
    retryAfterSeconds: Math.max(1, Math.ceil(Number(last.seconds))),
  };
}

async function whenOpen(database: DbOrTrx, counters: readonly WindowCounter[]): Promise<LimitReached> {
  // A window may have got room between the two statements; one second is then enough.
  const opened: LimitReached = { kind: "exceeded", limits: [], until: new Date(), retryAfterSeconds: 1 };
  return (await openingOf(database, counters)) ?? opened;
}

/** Logs, once per window, that a shared limit is half full or full. */
async function logLimitLevel(
  { log }: LimitSettings,
  database: DbOrTrx,
  { counter, count }: { counter: WindowCounter; count: number },
): Promise<void> {
  const { id, minutes, alarm } = counter;
  if (alarm === undefined) return;
  const isFull = count === alarm.at;
  if (!isFull && count !== Math.ceil(alarm.at / 2)) return;
  const level = isFull ? "full" : "half-full";
  const once: WindowCounter = { id, keys: alarm.keys(level), limit: 1, minutes };
  const { rows } = await countIn([once]).execute(database);
  if (rows[0]?.count0 != null) log.warn(`limit.${level}`, { limit: id });
}
