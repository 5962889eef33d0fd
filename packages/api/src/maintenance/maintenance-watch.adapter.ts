import type { Db } from "../platform/database.table.ts";
import { type MaintenanceNow, readMaintenance } from "./maintenance.store.ts";

/** `unknown`: the database is unavailable, and the brand was not closed when last read. */
export type BrandState = { kind: "open" | "unknown" } | { kind: "closed"; announcedEnd: Date | null; now: Date };

const cacheMillis = 1000;

/**
 * Maintenance state of a brand, at most one second old, with at most one statement per second. While the database is
 * unavailable the last known state applies, since requests that need the database fail anyway.
 */
export function maintenanceWatch(database: Db): { stateOf(brandId: string): Promise<BrandState> } {
  let known: MaintenanceNow | undefined;
  let readAtMillis = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let isDatabaseUnavailable = false;

  async function read(): Promise<void> {
    try {
      known = await readMaintenance(database);
      isDatabaseUnavailable = false;
    } catch {
      // The next read is after one second.
      isDatabaseUnavailable = true;
    }
    readAtMillis = performance.now();
    reading = undefined;
  }

  return {
    async stateOf(brandId) {
      if (performance.now() - readAtMillis >= cacheMillis) {
        reading ??= read();
        await reading;
      }
      const row = known?.closed.get(brandId);
      if (known === undefined || row === undefined) return { kind: isDatabaseUnavailable ? "unknown" : "open" };
      return { kind: "closed", ...row, now: known.at };
    },
  };
}
