import { DelegateBackoff, handleWhen, type IRetryBackoffContext, retry } from "cockatiel";
import { sql } from "kysely";
import type { Db, Trx } from "./database.table.ts";
import { isRetryable } from "./database-fault.rule.ts";

/** Three attempts in total, with a random delay, so that two conflicting transactions do not conflict again. */
const repetition = retry(handleWhen(isRetryable), {
  maxAttempts: 2,
  backoff: new DelegateBackoff(({ attempt }: IRetryBackoffContext<unknown>) => Math.random() * 40 * attempt),
});

/**
 * Runs again after a deadlock or serialization failure, so effects of the work outside the database must be repeatable.
 */
export function transact<Result>(database: Db, work: (transaction: Trx) => Promise<Result>): Promise<Result> {
  return repetition.execute(() => database.transaction().execute(work));
}

/**
 * Seconds of a query that reads much for a page: the driver of a server gives up soon after, whatever limit a statement
 * has.
 */
export const longestQuerySeconds = 3;

/** Reads as of one moment, in a transaction that cannot write, each query within these seconds. */
export function readWithin<Result>(
  database: Db,
  seconds: number,
  work: (transaction: Trx) => Promise<Result>,
): Promise<Result> {
  return database
    .transaction()
    .setAccessMode("read only")
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(`${seconds}s`)}`.execute(transaction);
      return work(transaction);
    });
}
