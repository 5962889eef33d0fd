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
/** What counting a request found. */
export type LimitCount = LimitConsumed | LimitReached;

export interface Limits {
  /**
   * Counts one request in every window, or in none. One statement decides, so each limit is exact across servers. All
   * callers list the windows in one order, against deadlocks.
   */
  consume(database: DbOrTrx, windows: LimitWindow | readonly LimitWindow[]): Promise<LimitCount>;
  /** Takes back a request by what counted it, or the newest request of these windows. */
  refund(database: DbOrTrx, counted: Pick<LimitConsumed, "keys"> | readonly LimitWindow[]): Promise<void>;
  /** Whether a window's limit is exceeded; counts nothing. */
  peek(database: DbOrTrx, window: LimitWindow | KeptWindow): Promise<{ kind: "open" } | LimitReached>;
  /** Whether any of these windows is filled to a share of its limit, from 0 to 1; counts nothing. */
  isFilled(database: DbOrTrx, windows: readonly LimitWindow[], share: number): Promise<boolean>;
  /** SQL of whether a window's limit is exceeded, for a statement that reads more. */
  isExceeded(window: LimitWindow): RawBuilder<boolean>;
  /** The keyed hashes to store instead of a window's subject. */
  keyOf(window: LimitWindow): string;
  /** Deletes all counts of a window on the insurer's request; false when there were none. */
  reset(transaction: Trx, window: LimitWindow): Promise<boolean>;
}
