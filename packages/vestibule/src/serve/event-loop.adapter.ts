export interface EventLoopWatch {
  /** Whether the event loop was blocked at the last check. */
  isBehind(): boolean;
  stop(): void;
}

interface WatchSettings {
  /** Delay in milliseconds from which the loop counts as blocked. */
  tooLateMillis?: number;
  /** Interval of the check, and how long one delay counts. Less than `tooLateMillis`. */
  everyMillis?: number;
  /** Called once at the beginning of each blocked period. */
  onBehind?: (delayMillis: number) => void;
}

/**
 * Watches for a blocked event loop by measuring the time between two of its own turns. Node's `monitorEventLoopDelay`
 * is not used because a reset of the histogram loses a delay in progress.
 */
export function watchEventLoop({
  tooLateMillis = 2000,
  everyMillis = 500,
  onBehind = () => {},
}: WatchSettings = {}): EventLoopWatch {
  let behind = false;
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const delayMillis = Math.round(now - lookedAt);
    const was = behind;
    lookedAt = now;
    behind = delayMillis >= tooLateMillis;
    if (behind && !was) onBehind(delayMillis);
  };
  const looking = setInterval(look, everyMillis).unref();
  return { isBehind: () => behind, stop: () => clearInterval(looking) };
}
