import { fairLines } from "./fair-lines.adapter.ts";

interface QueueLimits {
  running: number;
  waiting: number;
  waitMilliseconds: number;
  /** Error for a call that cannot be queued, or waited too long. */
  busy: () => Error;
}

export interface QueueLoad {
  running: number;
  waiting: number;
  /** Calls that could not be queued or waited too long, since the start. */
  refused: number;
}

/** Round-robin between clients. In a full queue, a client with a shorter one evicts from the longest. */
export function fairQueue(limits: QueueLimits) {
  const waiting = fairLines<{ start(): void; refuse(): void }>();
  let running = 0;
  let refused = 0;
  const refuse = () => {
    refused += 1;
    return limits.busy();
  };

  const waitForSlot = (client: string) =>
    new Promise<void>((resolve, reject) => {
      if (running < limits.running) {
        running += 1;
        resolve();
        return;
      }
      const lineLength = waiting.lengthOf(client) + 1;
      const evicted = waiting.size < limits.waiting ? undefined : waiting.popLongest(lineLength);
      if (waiting.size >= limits.waiting) {
        reject(refuse());
        return;
      }
      evicted?.refuse();
      const timer = setTimeout(() => {
        waiting.remove(client, waiter);
        reject(refuse());
      }, limits.waitMilliseconds);
      const settle = (finish: () => void) => () => {
        clearTimeout(timer);
        finish();
      };
      const waiter = { start: settle(resolve), refuse: settle(() => reject(refuse())) };
      waiting.push(client, waiter);
    });

  return {
    run: async <T>(client = "", work: () => Promise<T>): Promise<T> => {
      await waitForSlot(client);
      try {
        return await work();
      } finally {
        // Passes the slot directly to the next waiting call, so that it is never free in between.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next.start();
      }
    },
    load: (): QueueLoad => ({ running, waiting: waiting.size, refused }),
  };
}
