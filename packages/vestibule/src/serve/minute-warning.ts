import type { Log } from "@vestibule/api/platform/log.port.ts";

const minuteMillis = 60_000;

/** A warning that is written at most once a minute, with how often it was due since the last line. */
export function minuteWarning(log: Log, event: string): (facts: Record<string, string>) => void {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (facts) => {
    count += 1;
    if (performance.now() - writtenAt < minuteMillis) return;
    log.warn(event, { ...facts, count });
    writtenAt = performance.now();
    count = 0;
  };
}
