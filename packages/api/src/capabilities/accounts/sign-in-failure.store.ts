import { limits } from "@vestibule/catalogue/limit.table.ts";
import { sql } from "kysely";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";

const { pauseMinutes } = limits.loginAccountName;
const { limit: consecutiveLimit } = limits.loginConsecutive;

/** Whether a counter lets anybody try. */
export type CounterState = { kind: "open" } | { kind: "lockedForTime"; until: Date } | { kind: "lockedUntilReset" };

export interface Counter {
  key: string;
  /** Taken where a new series of failures begins, and kept until it ends. */
  drawnLimit: number;
}

const isOpen = sql<boolean>`(f.paused_until is null or f.paused_until <= (select app_now())) and f.consecutive < ${consecutiveLimit}`;

export async function counterState(database: DbOrTrx, key: string): Promise<CounterState> {
  const { rows } = await sql<{ until: Date | null; disabled: boolean }>`
    select case when paused_until > (select app_now()) then paused_until end as until,
      consecutive >= ${consecutiveLimit} as disabled
    from sign_in_failure where key = ${key}
  `.execute(database);
  return stateOf(rows[0] ?? { until: null, disabled: false });
}

/**
 * Counts a wrong attempt and says what it led to. One statement: an attempt that comes while the counter is shut
 * changes nothing, so of any number at once exactly the limit is ever answered.
 */
export async function countFailure(
  transaction: Trx,
  counter: Counter,
): Promise<CounterState & { consecutive: number }> {
  const { rows } = await sql<{ until: Date | null; disabled: boolean; consecutive: number }>`
    insert into sign_in_failure as f (key, failures, drawn_limit, consecutive, touched_at)
    values (${counter.key}, 1, ${counter.drawnLimit}, 1, app_now())
    on conflict (key) do update set
      failures = case when f.paused_until is null then f.failures + 1 else 1 end,
      drawn_limit = case when f.paused_until is null then f.drawn_limit else excluded.drawn_limit end,
      paused_until = case when f.paused_until is null and f.failures + 1 >= f.drawn_limit
        then app_now() + make_interval(mins => ${pauseMinutes}) end,
      consecutive = f.consecutive + 1,
      touched_at = app_now()
    where ${isOpen}
    returning paused_until as until, consecutive >= ${consecutiveLimit} as disabled, consecutive
  `.execute(transaction);
  const [counted] = rows;
  // Shut in the meantime by another attempt: a new statement sees what that one wrote.
  if (counted === undefined) return { ...(await counterState(transaction, counter.key)), consecutive: 0 };
  return { ...stateOf(counted), consecutive: counted.consecutive };
}

/** Ends a series whose last failure is longer ago than a pause: where no success is ever told, quiet stands for one. */
export async function endQuietSeries(transaction: Trx, key: string): Promise<void> {
  await sql`
    delete from sign_in_failure
    where key = ${key} and touched_at <= (select app_now()) - make_interval(mins => ${pauseMinutes})
  `.execute(transaction);
}

/** Begins the count anew after a right password; false where the counter is shut, and the attempt is worth nothing. */
export async function clearFailures(transaction: Trx, counter: Counter): Promise<boolean> {
  const { rows } = await sql`
    insert into sign_in_failure as f (key, drawn_limit, touched_at)
    values (${counter.key}, ${counter.drawnLimit}, app_now())
    on conflict (key) do update set
      failures = 0, consecutive = 0, drawn_limit = excluded.drawn_limit, paused_until = null, touched_at = app_now()
    where ${isOpen}
    returning key
  `.execute(transaction);
  return rows.length > 0;
}

/** The owner came in by another counter: the row of wrong ones is broken, a pause for strangers is not. */
export async function breakRow(transaction: Trx, key: string): Promise<void> {
  await sql`
    update sign_in_failure set consecutive = 0 where key = ${key} and consecutive < ${consecutiveLimit}
  `.execute(transaction);
}

/** The locks of a name over all its counters, those of its owner's browsers too, and the longest row of wrong passwords. */
export async function locksOfName(
  database: DbOrTrx,
  nameKeys: readonly string[],
): Promise<{ pausedUntil: Date | undefined; isDisabled: boolean; wrongInARow: number }> {
  const { rows } = await sql<{ until: Date | null; disabled: boolean | null; wrong: number | null }>`
    select max(paused_until) filter (where paused_until > app_now()) as until,
      bool_or(consecutive >= ${consecutiveLimit}) as disabled, max(consecutive) as wrong
    from sign_in_failure f, unnest(${[...nameKeys]}::text[]) name
    where f.key = name or starts_with(f.key, name || '/')
  `.execute(database);
  const { until, disabled, wrong } = rows[0] ?? {};
  return { pausedUntil: until ?? undefined, isDisabled: disabled ?? false, wrongInARow: wrong ?? 0 };
}

/** Forgets every count of a name, those of its owner's browsers too: after a reset, or by the insurer's hand. */
export async function forgetFailures(transaction: Trx, nameKeys: readonly string[]): Promise<number> {
  let forgotten = 0;
  for (const key of nameKeys) {
    const result = await sql`
      delete from sign_in_failure where key = ${key} or starts_with(key, ${`${key}/`})
    `.execute(transaction);
    forgotten += Number(result.numAffectedRows ?? 0n);
  }
  return forgotten;
}

function stateOf(row: { until: Date | null; disabled: boolean }): CounterState {
  if (row.disabled) return { kind: "lockedUntilReset" };
  return row.until === null ? { kind: "open" } : { kind: "lockedForTime", until: row.until };
}
