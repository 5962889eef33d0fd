import type { WindowLimitId } from "@vestibule/catalogue/limit.table.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";

/** One rolling window: a row of the limit table and whose count it is. The subject is kept as a keyed hash only. */
export interface LimitWindow {
  limit: WindowLimitId;
  subject: string;
  /** Less than the row's number, where the rest is kept for others. */
  atMost?: number;
}

/** A window by its keys alone, where the subject is not kept. */
export interface KeptWindow {
  limit: WindowLimitId;
  /** What `keyOf` gave: one key for each that was active then, separated by spaces; of each network, separated by semicolons. */
  key: string;
}

/** `until`: when one more would pass again. `limits`: those that are full. */
export type LimitReached = { kind: "full"; limits: readonly WindowLimitId[]; until: Date; retryAfterSeconds: number };
/**
 * `left`: how many more would pass now in the first window. `filled`: the limits that this one was the last of. `keys`:
 * what to hand to `giveBack`.
 */
export type LimitConsumed = { kind: "taken"; left: number; filled: readonly WindowLimitId[]; keys: readonly string[] };

export interface Limits {
  /** Counts one, or refuses: one statement decides, however many servers ask at once. */
  consume(database: DbOrTrx, window: LimitWindow): Promise<LimitConsumed | LimitReached>;
  /**
   * Counts one in every window, or in none, with one statement. Windows are named in the same order by every caller, so
   * that two transactions never wait for each other crosswise.
   */
  consumeAll(database: DbOrTrx, windows: readonly LimitWindow[]): Promise<LimitConsumed | LimitReached>;
  /** Takes back the newest count of each key; in the transaction that took it. */
  refund(transaction: Trx, taken: Pick<LimitConsumed, "keys">): Promise<void>;
  /** Takes back the newest count of each window, where an earlier transaction took it. */
  refundNewest(transaction: Trx, windows: readonly LimitWindow[]): Promise<void>;
  /** Whether a window is full, without counting. */
  peek(database: DbOrTrx, window: LimitWindow | KeptWindow): Promise<{ kind: "open" } | LimitReached>;
  /** What to keep in place of a subject. */
  keyOf(window: LimitWindow): string;
  /** Forgets every count of a window, by the insurer's hand; false where there was none. */
  reset(transaction: Trx, window: LimitWindow): Promise<boolean>;
}
