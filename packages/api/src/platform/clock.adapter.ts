import type { Clock } from "./clock.port.ts";
import type { Db } from "./database.table.ts";

/** The machine's clock, for production. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that follows the offset that demo mode moves, a second late at the most. */
export interface MovableClock extends Clock {
  /** Reads the offset now, for whoever has just moved it. */
  refresh(): Promise<void>;
  stop(): void;
}

export async function movableClock(database: Db): Promise<MovableClock> {
  let offsetMillis = 0;
  const refresh = async () => {
    const row = await database.selectFrom("clock_offset").select("seconds").executeTakeFirst();
    offsetMillis = Number(row?.seconds ?? 0) * 1000;
  };
  await refresh();
  // While the database is away the last offset stands: time goes on without it.
  const timer = setInterval(() => void refresh().catch(() => {}), 1000).unref();
  return { now: () => new Date(Date.now() + offsetMillis), refresh, stop: () => clearInterval(timer) };
}
