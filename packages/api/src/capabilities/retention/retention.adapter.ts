import type { Db } from "../../platform/database.table.ts";
import type { Log } from "../../platform/log.port.ts";
import { forgetPast } from "./retention.store.ts";

const everyMinutes = 60;

/** Forgets what is past once an hour, for as long as the server runs. */
export function keepForgetting({ database, log }: { database: Db; log: Log }): { stop(): void } {
  const forget = async () => {
    try {
      const gone = await forgetPast(database);
      log.info("retention.done", { count: Object.values(gone).reduce((sum, rows) => sum + rows, 0) });
    } catch (fault) {
      // The next hour finds the same rows.
      log.warn("retention.fault", { fault });
    }
  };
  const timer = setInterval(() => void forget(), everyMinutes * 60_000).unref();
  return { stop: () => clearInterval(timer) };
}
