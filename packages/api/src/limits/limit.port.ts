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

/** `until`: when the next request is allowed. `limits`: the limits that are exceeded. */
export type LimitReached = {
  kind: "exceeded";
  limits: readonly WindowLimitId[];
  until: Date;
  retryAfterSeconds: number;
};
/** `left`: in the fullest window. `reached`: limits that this request reached. `keys`: for `refund`. */
export type LimitConsumed = {
  kind: "allowed";
  left: number;
  reached: readonly WindowLimitId[];
  keys: readonly string[];
};

export interface LimitSteps {
  /** Belongs in the statement's `with`. */
  steps: RawBuilder<unknown>;
  /** Belongs in the statement's `select`. */
  columns: RawBuilder<unknown>;
  /** Reads the statement's row; undefined when the limit was exceeded and nothing was counted. */
  conclude(database: DbOrTrx, row: object): Promise<LimitConsumed | undefined>;
}

export interface Limits {
  /**
   * Counts one request in every window, or in none. One statement decides, so each limit is exact across servers. All
   * callers list the windows in one order, against deadlocks.
   */
  consume(database: DbOrTrx, windows: LimitWindow | readonly LimitWindow[]): Promise<LimitConsumed | LimitReached>;
  /** Counts like `consume`, as part of a larger statement. */
  consuming(window: LimitWindow): LimitSteps;
  /** Counts like `consume`, and reads rows in the same statement; the query must return at least one. */
  consumeAndRead<Row>(
    database: DbOrTrx,
    windows: readonly LimitWindow[],
    query: RawBuilder<Row>,
  ): Promise<{ limit: LimitConsumed | LimitReached; rows: [Row, ...Row[]] }>;
  refund(database: DbOrTrx, consumed: Pick<LimitConsumed, "keys">): Promise<void>;
  refunding(consumed: Pick<LimitConsumed, "keys">): ConditionalWrite;
  /** Keys of the newest counts of these windows, for a refund of what an earlier call consumed. */
  newestKeys(windows: readonly LimitWindow[]): readonly string[];
  /** Whether a window's limit is exceeded; counts nothing. */
  peek(database: DbOrTrx, window: LimitWindow | KeptWindow): Promise<{ kind: "open" } | LimitReached>;
  /** Like `peek`, in a larger statement: one row, with null while another request is allowed. */
  peeking(window: LimitWindow): RawBuilder<{ exceededUntil: Date | null; now: Date }>;
  /** The keyed hashes to store instead of a window's subject. */
  keyOf(window: LimitWindow): string;
  /** Deletes all counts of a window on the insurer's request; false when there were none. */
  reset(transaction: Trx, window: LimitWindow): Promise<boolean>;
  /**
   * Deletes the counts of a window that still has room, as part of a larger statement; writes nothing otherwise. For an
   * attempt that counts only while it is compared, so that concurrent correct ones do not exhaust the limit.
   */
  resettingIfOpen(window: LimitWindow): ConditionalWrite;
}
