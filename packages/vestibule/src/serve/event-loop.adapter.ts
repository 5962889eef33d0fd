export interface EventLoopWatch {
  /** Whether the one thread that answers was held up a moment ago. */
  isBehind(): boolean;
  stop(): void;
}

interface WatchSettings {
  /** Held up for so long is too long. */
  tooLateMillis?: number;
  /** How often it looks, and so how long one delay counts. Less than `tooLateMillis`. */
  everyMillis?: number;
  /** Told once for each stretch, as it begins. */
  onBehind?: (delayMillis: number) => void;
}

/**
 * Watches how late the event loop comes to its work: whoever holds it up, everybody waits. It looks at what passes
 * between two of its own turns; the runtime's histogram of delays loses the one that begins as it is emptied.
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
