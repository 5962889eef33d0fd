import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";

/** Runs one step of a shutdown for at most `millis`, so that the next one always runs. Never rejects. */
export async function stopWithin(
  step: { part: string; millis: number; log: Log },
  stop: () => Promise<unknown> | undefined,
): Promise<void> {
  const { part, millis, log } = step;
  const timer = new AbortController();
  const late = pause(millis, "late", { signal: timer.signal }).catch(() => "in time");
  const stopped = Promise.resolve()
    .then(stop)
    .then(
      () => "in time",
      (fault: unknown) => {
        log.warn("server.stop-fault", { part, fault });
        return "in time";
      },
    );
  if ((await Promise.race([stopped, late])) === "late") log.warn("server.stop-timeout", { part });
  timer.abort();
}

/** Longer than a query and closing its connection take. */
const longestDatabaseMillis = 5000;

/** Stops the jobs that use a database, then closes its connections. */
export function closeDatabase(
  { database, log }: { database: Db; log: Log },
  ...jobs: { stop(): Promise<void> }[]
): Promise<void> {
  return stopWithin({ part: "database", millis: longestDatabaseMillis, log }, async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    await database.destroy();
  });
}
