import type { Db } from "../../platform/database.table.ts";
import { type MaintenanceNow, readMaintenance } from "./maintenance.store.ts";

/** `unread`: not closed as far as is known, and the database is away. */
export type BrandState = { kind: "open" | "unread" } | { kind: "closed"; announcedEnd: Date | null; now: Date };

const freshMillis = 1000;

/**
 * Whether a brand is closed, a second late at the most, for one statement a second however many ask. While the
 * database is away what was last read stands: whatever needs the database refuses by itself.
 */
export function maintenanceWatch(database: Db): { stateOf(brandId: string): Promise<BrandState> } {
  let known: MaintenanceNow | undefined;
  let readAtMillis = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let isAway = false;

  async function read(): Promise<void> {
    try {
      known = await readMaintenance(database);
      isAway = false;
    } catch {
      // The next second asks again.
      isAway = true;
    }
    readAtMillis = performance.now();
    reading = undefined;
  }

  return {
    async stateOf(brandId) {
      if (performance.now() - readAtMillis >= freshMillis) {
        reading ??= read();
        await reading;
      }
      const row = known?.closed.get(brandId);
      if (known === undefined || row === undefined) return { kind: isAway ? "unread" : "open" };
      return { kind: "closed", ...row, now: known.at };
    },
  };
}
