import type { Log } from "./log.port.ts";

const quietMillis = 60_000;

/** Logs the faults of an outage as one line a minute, with the number of faults since the line before. */
export function outageLog(log: Pick<Log, "error">, event: string): (fault: unknown) => void {
  let count = 0;
  let loggedAtMillis = Number.NEGATIVE_INFINITY;
  return (fault) => {
    count += 1;
    const nowMillis = performance.now();
    if (nowMillis - loggedAtMillis < quietMillis) return;
    log.error(event, { count, fault });
    loggedAtMillis = nowMillis;
    count = 0;
  };
}
