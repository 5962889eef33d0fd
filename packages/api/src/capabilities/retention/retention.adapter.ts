import type { Db } from "../../platform/database.table.ts";
import type { Log } from "../../platform/log.port.ts";
import { runRetention } from "./retention.store.ts";

const everyMinutes = 60;
/** Servers look at different minutes: who finds that another did it in this hour leaves it. */
const recentMinutes = 55;

export interface RetentionDeps {
  database: Db;
  log: Log;
}

/** Deletes what is past at the start and then once an hour, on one server of several. */
export function startRetentionJob({ database, log }: RetentionDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (sinceMinutes: number) => {
    try {
      const counts = await runRetention(database, { sinceMinutes, signal });
      if (counts === undefined) return;
      log.info("retention.done", { count: Object.values(counts).reduce((sum, rows) => sum + rows, 0) });
    } catch (fault) {
      // The next hour finds the same rows.
      log.warn("retention.fault", { fault });
    }
  };
  let running = run(0);
  const timer = setInterval(() => {
    running = running.then(() => run(recentMinutes));
  }, everyMinutes * 60_000).unref();
  return {
    stop: () => {
      clearInterval(timer);
      stopping.abort();
      return running;
    },
  };
}
