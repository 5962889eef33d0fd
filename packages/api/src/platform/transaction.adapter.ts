import { setTimeout as pause } from "node:timers/promises";
import type { Db, Trx } from "./database.table.ts";
import { isRetryable } from "./database-fault.rule.ts";

const attempts = 3;

/**
 * Runs work in one transaction, the whole of it again after a deadlock or a serialisation failure (three times in all).
 * Nothing outside the database may be done inside.
 */
export async function transact<Result>(database: Db, work: (transaction: Trx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(work);
    } catch (fault) {
      if (attempt === attempts || !isRetryable(fault)) throw fault;
      // Two that collided would collide again if both came back at once.
      await pause(Math.random() * 40 * attempt);
    }
  }
}
