const minuteMillis = 60_000;

/** Calls at most once a minute, with the number of calls requested since the last one. */
export function oncePerMinute(): (call: (count: number) => void) => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (call) => {
    count += 1;
    if (performance.now() - calledAt < minuteMillis) return;
    call(count);
    calledAt = performance.now();
    count = 0;
  };
}
