import type { Db } from "./database.table.ts";

/** Current time of this process. Expiry is decided in SQL by `app_now()`, never by this clock. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * A clock with the offset of demo mode, which it reads every second. `refresh` reads it immediately, for a caller that
 * has just changed it.
 */
export async function movableClock(database: Db) {
  let offsetMillis = 0;
  const refresh = async () => {
    const row = await database.selectFrom("clock_offset").select("seconds").executeTakeFirst();
    offsetMillis = Number(row?.seconds ?? 0) * 1000;
  };
  await refresh();
  // While the database is unavailable the last known offset applies.
  const timer = setInterval(() => void refresh().catch(() => {}), 1000).unref();
  return { now: () => new Date(Date.now() + offsetMillis), refresh, stop: () => clearInterval(timer) };
}
