import { limits } from "@vestibule/catalogue/limit.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

const { pauseMinutes } = limits.loginAccountName;
const { limit: consecutiveLimit } = limits.loginConsecutive;

export type LockoutState = { kind: "open" } | { kind: "lockedOut"; until: Date } | { kind: "lockedUntilReset" };

export interface FailureCounter {
  /** One for each active secret, newest first. Failures count under the newest; any lock applies. */
  keys: readonly string[];
  /** Random threshold, drawn at the first failure of a series and kept until the series ends. */
  randomizedThreshold: number;
}

/** Raw SQL, because the query builder takes longer to parse a reference than to build the statement. */
const isOpen = (row: "e" | "f" | "l") =>
  sql<boolean>`${sql.raw(`(${row}.locked_until is null or ${row}.locked_until <= (select app_now()))
    and ${row}.consecutive < ${consecutiveLimit}`)}`;

/** Whether no counter under the earlier key is locked. */
const isEarlierOpen = (key: string | null) =>
  sql<boolean>`not exists (select from sign_in_failure e where e.key = ${key} and not (${isOpen("e")}))`;

/** The newest key and the previous one; null when only one is active. */
const newestTwo = ([newest = "", earlier]: readonly string[]) => ({ newest, earlier: earlier ?? null });

export async function lockoutState(database: DbOrTrx, keys: readonly string[]): Promise<LockoutState> {
  const { rows } = await sql<{ until: Date | null; disabled: boolean }>`
    select max(locked_until) filter (where locked_until > (select app_now())) as until,
      coalesce(bool_or(consecutive >= ${consecutiveLimit}), false) as disabled
    from sign_in_failure where key = any(${[...keys]})
  `.execute(database);
  return stateOf(rows[0] ?? { until: null, disabled: false });
}

/** A counter as a sign-in reads it. */
export interface FailureCount {
  key: string;
  /** Wrong passwords in a row. */
  consecutive: number;
  isLocked: boolean;
}

/** Selects the counters that exist, as an array. */
export const failureCounts = (keys: readonly string[]) => sql<FailureCount[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('key', key, 'consecutive', consecutive, 'isLocked', not (${isOpen("l")}))), '[]')
  from sign_in_failure l where key = any(${[...keys]}))`;

/**
 * Counts a failed attempt and returns the resulting state. One statement, so that concurrent attempts cannot exceed the
 * limit: an attempt on a locked counter changes nothing. After a key change the first count continues from the row
 * under the earlier key.
 */
export async function countFailure(
  transaction: Trx,
  counter: FailureCounter,
): Promise<LockoutState & { consecutive: number }> {
  const { rows } = await failureCount(counter).execute(transaction);
  const [counted] = rows;
  // A concurrent attempt locked the counter; a new statement sees its write.
  if (counted === undefined) return { ...(await lockoutState(transaction, counter.keys)), consecutive: 0 };
  return { ...stateOf(counted), consecutive: counted.consecutive };
}

/** Counts a failed attempt of a counter below `mostConsecutive`; no row when it was not counted. */
export function failureCount(
  counter: FailureCounter,
  mostConsecutive: number = consecutiveLimit,
): RawBuilder<{ until: Date | null; disabled: boolean; consecutive: number }> {
  const { newest, earlier } = newestTwo(counter.keys);
  const failures = sql`case when e.locked_until is null then coalesce(e.failures, 0) else 0 end + 1`;
  const randomizedThreshold = sql`case when e.locked_until is null and e.failures > 0 then e.randomized_limit else ${counter.randomizedThreshold}::int end`;
  return sql`
    insert into sign_in_failure as f (key, earlier_key, failures, randomized_limit, consecutive, locked_until, touched_at)
    select ${newest}, ${earlier}, ${failures}, ${randomizedThreshold}, coalesce(e.consecutive, 0) + 1,
      case when ${failures} >= ${randomizedThreshold} then app_now() + make_interval(mins => ${pauseMinutes}) end, app_now()
    from (select) one left join sign_in_failure e on e.key = ${earlier}
    where ${isEarlierOpen(earlier)} and coalesce(e.consecutive, 0) < ${mostConsecutive}::int
    on conflict (key) do update set
      failures = case when f.locked_until is null then f.failures + 1 else 1 end,
      randomized_limit = case when f.locked_until is null then f.randomized_limit else excluded.randomized_limit end,
      locked_until = case when f.locked_until is null and f.failures + 1 >= f.randomized_limit
        then app_now() + make_interval(mins => ${pauseMinutes}) end,
      consecutive = f.consecutive + 1,
      touched_at = app_now()
    where ${isOpen("f")} and f.consecutive < ${mostConsecutive}::int and ${isEarlierOpen(earlier)}
    returning locked_until as until, consecutive >= ${consecutiveLimit} as disabled, consecutive`;
}

/** Ends a series of failures that is over, for an external gateway, which never reports a success. */
export async function endQuietSeries(transaction: Trx, keys: readonly string[]): Promise<void> {
  await sql`
    delete from sign_in_failure
    where key = any(${[...keys]}) and touched_at <= (select app_now()) - make_interval(mins => ${pauseMinutes})
  `.execute(transaction);
}

/** Consecutive wrong passwords before a correct one. */
export interface FailedSignIns {
  count: number;
  /** Undefined when there were no failures. */
  latestAt: Date | undefined;
}

export const noFailedSignIns: FailedSignIns = { count: 0, latestAt: undefined };

/** Selects the counter's values before the enclosing statement changes them. */
const failuresBefore = (keys: readonly string[]) => sql`
  coalesce((select max(b.consecutive) from sign_in_failure b where b.key = any(${[...keys]})), 0) as count,
  (select max(b.touched_at) from sign_in_failure b where b.key = any(${[...keys]}) and b.consecutive > 0) as latest_at`;

interface FailuresRow {
  count: number;
  latest_at: Date | null;
}

/** Resets the failures after a correct password, and returns those before it; undefined when the counter is locked. */
export async function resetFailures(transaction: Trx, counter: FailureCounter): Promise<FailedSignIns | undefined> {
  const { newest, earlier } = newestTwo(counter.keys);
  const { rows } = await sql<FailuresRow>`
    insert into sign_in_failure as f (key, earlier_key, randomized_limit, touched_at)
    select ${newest}, ${earlier}, ${counter.randomizedThreshold}::int, app_now() where ${isEarlierOpen(earlier)}
    on conflict (key) do update set
      failures = 0, consecutive = 0, randomized_limit = excluded.randomized_limit, locked_until = null, touched_at = app_now()
    where ${isOpen("f")} and ${isEarlierOpen(earlier)}
    returning ${failuresBefore(counter.keys)}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) return undefined;
  if (earlier !== null) await transaction.deleteFrom("sign_in_failure").where("key", "=", earlier).execute();
  return { count: row.count, latestAt: row.latest_at ?? undefined };
}

/** Resets the failures in a row of a name after a sign-in by other means, and returns those before; a temporary lockout stays. */
export async function resetConsecutiveFailures(transaction: Trx, keys: readonly string[]): Promise<FailedSignIns> {
  if (keys.length === 0) return noFailedSignIns;
  const { rows } = await sql<FailuresRow>`
    update sign_in_failure set consecutive = 0 where key = any(${[...keys]}) and consecutive < ${consecutiveLimit}
    returning ${failuresBefore(keys)}`.execute(transaction);
  const [row] = rows;
  return row === undefined ? noFailedSignIns : { count: row.count, latestAt: row.latest_at ?? undefined };
}

/**
 * Lists the locks of a name over all its counters, including those of trusted devices, and the highest
 * consecutive-failure count. Keys stored before a key change also match counters under the newer key.
 */
export async function listLocks(
  database: DbOrTrx,
  loginNameHashes: readonly string[],
): Promise<{ lockedOutUntil: Date | undefined; isDisabled: boolean; consecutiveFailures: number }> {
  const { rows } = await sql<{ until: Date | null; disabled: boolean | null; wrong: number | null }>`
    select max(locked_until) filter (where locked_until > app_now()) as until,
      bool_or(consecutive >= ${consecutiveLimit}) as disabled, max(consecutive) as wrong
    from sign_in_failure f, unnest(${[...loginNameHashes]}::text[]) name
    where f.key = name or ${isDeviceOf("f.key", sql`name`)}
      or f.earlier_key = name or ${isDeviceOf("f.earlier_key", sql`name`)}
  `.execute(database);
  const { until, disabled, wrong } = rows[0] ?? {};
  return { lockedOutUntil: until ?? undefined, isDisabled: disabled ?? false, consecutiveFailures: wrong ?? 0 };
}

/** Deletes all failure counts of a name, including those of trusted devices; returns how many rows were deleted. */
export async function deleteFailures(transaction: Trx, loginNameHashes: readonly string[]): Promise<number> {
  const isOfName = loginNameHashes.map((key) => sql`key = ${key} or ${isDeviceOf("key", sql`${key}::text`)}`);
  const { numAffectedRows } = await sql`delete from sign_in_failure where ${sql.join(isOfName, sql` or `)}`.execute(
    transaction,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Whether a key is the name, "/" and a device. A range, so that the index serves; "0" follows "/". */
function isDeviceOf(column: string, name: RawBuilder<unknown>) {
  return sql`(${sql.ref(column)} > ${name} || '/' and ${sql.ref(column)} < ${name} || '0')`;
}

export function stateOf(row: { until: Date | null; disabled: boolean }): LockoutState {
  if (row.disabled) return { kind: "lockedUntilReset" };
  return row.until === null ? { kind: "open" } : { kind: "lockedOut", until: row.until };
}
