import type { Db } from "../platform/database.table.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import type { Log } from "../platform/log.port.ts";
import { resealSecrets } from "../second-factor/reseal-secrets.ts";
import { runRetention } from "./retention.store.ts";

const everyMinutes = 60;
/** Shorter than the interval: a server skips a run that another did within this time. */
const recentMinutes = 55;

/**
 * Deletes expired rows, and encrypts stored secrets again under a new key, at startup and then hourly, on one of several
 * servers.
 */
export function startRetentionJob({ database, log, storedSecret }: { database: Db; log: Log; storedSecret: KeyRing }): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (sinceMinutes: number) => {
    try {
      const counts = await runRetention(database, { sinceMinutes, signal });
      if (counts === undefined) return;
      await resealSecrets(database, storedSecret);
      log.info("retention.done", { count: Object.values(counts).reduce((sum, rows) => sum + rows, 0) });
    } catch (fault) {
      // The next run finds the same rows.
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
