import type { WindowLimitId } from "@vestibule/catalogue/limit.table.ts";
import type { RawBuilder } from "kysely";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/** One rolling window: a row of the limit table and its subject, which is stored only as a keyed hash. */
export interface LimitWindow {
  limit: WindowLimitId;
  subject: string;
  /** A lower limit than the row's, which leaves the rest for others. */
  atMost?: number;
}

/** A window identified by its stored keys instead of its subject. */
export interface KeptWindow {
  limit: WindowLimitId;
  /** Result of `keyOf`: the key under each active secret, separated by spaces; networks are separated by semicolons. */
  key: string;
}

/** `until`: when the next request is allowed. `limits`: those that are full. */
export type LimitReached = { kind: "full"; limits: readonly WindowLimitId[]; until: Date; retryAfterSeconds: number };
/**
 * `left`: remaining requests in the first window. `filled`: limits that this request reached. `keys`: argument for
 * `refund`.
 */
export type LimitConsumed = { kind: "taken"; left: number; filled: readonly WindowLimitId[]; keys: readonly string[] };

export interface Limits {
  /** Counts one, or refuses. One statement decides, so the limit is exact across servers. */
  consume(database: DbOrTrx, window: LimitWindow): Promise<LimitConsumed | LimitReached>;
  /** Counts like `consume`, and reads one row in the same statement. */
  consumeAndRead<Row>(
    database: DbOrTrx,
    window: LimitWindow,
    row: RawBuilder<Row>,
  ): Promise<{ limit: LimitConsumed | LimitReached; row: Row }>;
  /**
   * Counts one in every window, or in none, with one statement. Every caller must list the windows in the same order to
   * prevent deadlocks.
   */
  consumeAll(database: DbOrTrx, windows: readonly LimitWindow[]): Promise<LimitConsumed | LimitReached>;
  /** Removes the newest count of each key; call it in the transaction that consumed. */
  refund(transaction: Trx, taken: Pick<LimitConsumed, "keys">): Promise<void>;
  /** Removes the newest count of each window when an earlier transaction consumed it. */
  refundNewest(transaction: Trx, windows: readonly LimitWindow[]): Promise<void>;
  /** Whether a window is full; counts nothing. */
  peek(database: DbOrTrx, window: LimitWindow | KeptWindow): Promise<{ kind: "open" } | LimitReached>;
  /** The value to store instead of a subject. */
  keyOf(window: LimitWindow): string;
  /** Deletes all counts of a window on the insurer's request; false when there were none. */
  reset(transaction: Trx, window: LimitWindow): Promise<boolean>;
}
