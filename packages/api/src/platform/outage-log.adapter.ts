const quietMillis = 60_000;

/** Writes the faults of an outage as one line a minute, with the number of faults since the line before. */
export function outageLog(write: (facts: { count: number; fault: unknown }) => void): (fault: unknown) => void {
  let count = 0;
  let loggedAtMillis = Number.NEGATIVE_INFINITY;
  return (fault) => {
    count += 1;
    const nowMillis = performance.now();
    if (nowMillis - loggedAtMillis < quietMillis) return;
    write({ count, fault });
    loggedAtMillis = nowMillis;
    count = 0;
  };
}
