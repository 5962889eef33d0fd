import type { WindowLimitId } from "@vestibule/catalogue/limit.table.ts";
import type { RawBuilder } from "kysely";
import type { ConditionalWrite } from "../platform/conditional-write.adapter.ts";
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

/** A count in one window as part of a larger statement. */
export interface LimitSteps {
  /** Belongs in the statement's `with`. */
  steps: RawBuilder<unknown>;
  /** Belongs in the statement's `select`. */
  columns: RawBuilder<unknown>;
  /** What the statement's row says: undefined when the window was full and nothing was counted. */
  conclude(database: DbOrTrx, row: object): Promise<LimitConsumed | undefined>;
}

export interface Limits {
  /** Counts one, or refuses. One statement decides, so the limit is exact across servers. */
  consume(database: DbOrTrx, window: LimitWindow): Promise<LimitConsumed | LimitReached>;
  /** Counts like `consume`, as part of a larger statement. */
  consuming(window: LimitWindow): LimitSteps;
  /**
   * Counts one in every window, or in none, with one statement. Every caller must list the windows in the same order to
   * prevent deadlocks.
   */
  consumeAll(database: DbOrTrx, windows: readonly LimitWindow[]): Promise<LimitConsumed | LimitReached>;
  /** Counts like `consumeAll`, and reads rows in the same statement: one at least. */
  consumeAndRead<Row>(
    database: DbOrTrx,
    windows: readonly LimitWindow[],
    query: RawBuilder<Row>,
  ): Promise<{ limit: LimitConsumed | LimitReached; rows: [Row, ...Row[]] }>;
  /** Removes the newest count of each key. */
  refund(database: DbOrTrx, taken: Pick<LimitConsumed, "keys">): Promise<void>;
  /** The same as part of a larger statement. */
  refunding(taken: Pick<LimitConsumed, "keys">): ConditionalWrite;
  /** The newest counts of these windows, for a refund of what an earlier call consumed. */
  newestKeys(windows: readonly LimitWindow[]): readonly string[];
  /** Whether a window is full; counts nothing. */
  peek(database: DbOrTrx, window: LimitWindow | KeptWindow): Promise<{ kind: "open" } | LimitReached>;
  /** The same as part of a larger statement: one row, with null while the window is open, and the database's time. */
  peeking(window: LimitWindow): RawBuilder<{ fullUntil: Date | null; now: Date }>;
  /** The value to store instead of a subject. */
  keyOf(window: LimitWindow): string;
  /** Deletes all counts of a window on the insurer's request; false when there were none. */
  reset(transaction: Trx, window: LimitWindow): Promise<boolean>;
  /**
   * Deletes the counts of a window that is not full, as part of a larger statement; writes nothing where it is full. For
   * an attempt that counts only while it is compared, so that concurrent right ones do not fill the window.
   */
  resettingIfOpen(window: LimitWindow): ConditionalWrite;
}
