import { fairLines } from "./fair-lines.adapter.ts";

interface QueueLimits {
  running: number;
  waiting: number;
  waitMilliseconds: number;
  /** What a call is rejected with that cannot wait, or waited too long. */
  busy: () => Error;
}

interface Waiter {
  begin(): void;
  refuse(): void;
}

/**
 * Runs so much at the same time and lets the rest wait, in turns between clients. Where no more may wait, the last of
 * the longest line gives way to a client with a shorter one.
 */
export function fairQueue(limits: QueueLimits): <T>(client: string | undefined, work: () => Promise<T>) => Promise<T> {
  const waiting = fairLines<Waiter>();
  let running = 0;

  const turn = (client: string) =>
    new Promise<void>((resolve, reject) => {
      if (running < limits.running) {
        running += 1;
        resolve();
        return;
      }
      const lineLength = waiting.lengthOf(client) + 1;
      const giveWay = waiting.size < limits.waiting ? undefined : waiting.popLongest(lineLength);
      if (waiting.size >= limits.waiting) {
        reject(limits.busy());
        return;
      }
      giveWay?.refuse();
      const timer = setTimeout(() => {
        waiting.remove(client, waiter);
        reject(limits.busy());
      }, limits.waitMilliseconds);
      const commitTransition = (how: () => void) => () => {
        clearTimeout(timer);
        how();
      };
      const waiter = { begin: commitTransition(resolve), refuse: commitTransition(() => reject(limits.busy())) };
      waiting.push(client, waiter);
    });

  return async (client = "", work) => {
    await turn(client);
    try {
      return await work();
    } finally {
      // The place passes to the next in line without ever being free in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next.begin();
    }
  };
}
