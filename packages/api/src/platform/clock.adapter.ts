import { setTimeout as pause } from "node:timers/promises";
import { readTime } from "./database.adapter.ts";
import type { Db } from "./database.table.ts";

/** Current time. Expiry of what is stored is decided in SQL by `app_now()`, never by this clock. */
export interface Clock {
  now(): Date;
}

/** The clock of this machine, for a process without the database. */
export const systemClock: Clock = { now: () => new Date() };

/**
 * The database's time, with the offset of demo mode: servers' own clocks differ. It is read every second; `refresh`
 * reads it immediately, for a caller that has just changed the offset.
 */
export async function databaseClock(database: Db) {
  let aheadMillis = 0;
  const refresh = async () => {
    const askedAt = Date.now();
    const time = await readTime(database);
    aheadMillis = time.getTime() - (askedAt + Date.now()) / 2;
  };
  await refresh();
  const stopping = new AbortController();
  const keepReading = async () => {
    while (!stopping.signal.aborted) {
      await pause(1000, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      // While the database is unavailable the last known difference applies.
      await refresh().catch(() => {});
    }
  };
  void keepReading();
  return { now: () => new Date(Date.now() + aheadMillis), refresh, stop: () => stopping.abort() };
}
