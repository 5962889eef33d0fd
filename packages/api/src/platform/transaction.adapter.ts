import { setTimeout as pause } from "node:timers/promises";
import type { Db, Trx } from "./database.table.ts";
import { isRetryable } from "./database-fault.rule.ts";

const attempts = 3;

/** Runs again after a conflict, so effects of the work outside the database must be repeatable. */
export function transact<Result>(database: Db, work: (transaction: Trx) => Promise<Result>): Promise<Result> {
  return retryConflicts(() => database.transaction().execute(work));
}

/** Retries work after a deadlock or serialization failure, three attempts in total. */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (fault) {
      if (attempt === attempts || !isRetryable(fault)) throw fault;
      // A random delay, so that two conflicting transactions do not conflict again.
      await pause(Math.random() * 40 * attempt);
    }
  }
}
