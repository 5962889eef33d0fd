import { join } from "node:path";

/** Settings that preload the faults of server-fault.preload.mjs into a server. */
export const preloadFaults = { NODE_OPTIONS: `--import=${join(import.meta.dirname, "server-fault.preload.mjs")}` };

const tenMinutesMillis = 600_000;

/** Settings by which the clock of the first server is ten minutes ahead, and that of the other ten minutes behind. */
export const skewedClocks = (nth: number) => ({
  ...preloadFaults,
  DRILL_CLOCK_SKEW_MILLIS: String(nth === 0 ? tenMinutesMillis : -tenMinutesMillis),
});
