interface BulkheadLimits {
  running: number;
  waiting: number;
  waitMillis: number;
  /** Error of a call that is refused. */
  busy: () => Error;
}

/** Capacity is shared between ids, such as client IPs. */
export interface BulkheadClient {
  id: string;
  /** Whether the client goes first among those with an equal share. */
  isKnown?: boolean;
}

interface WaitingCall extends BulkheadClient {
  start(): void;
  refuse(): void;
}

interface BulkheadLoad {
  running: number;
  waiting: number;
  /** Calls refused since the start. */
  refused: number;
}

export interface Bulkhead {
  /** Runs the work once there is room for it. Throws when the queue is full or the call waited too long. */
  run<T>(client: BulkheadClient, work: () => Promise<T>): Promise<T>;
  load(): BulkheadLoad;
}

/** Bounds the concurrent calls of one kind of work, and those that wait for it, fairly between clients. */
export function bulkhead({ running: maxRunning, waiting: maxWaiting, waitMillis, busy }: BulkheadLimits): Bulkhead {
  const running: string[] = [];
  const queue: WaitingCall[] = [];
  let refused = 0;

  const wait = (client: BulkheadClient) =>
    new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(timer);
        queue.splice(queue.indexOf(call), 1);
      };
      const call = {
        ...client,
        start: () => {
          leaveQueue();
          resolve();
        },
        refuse: () => {
          leaveQueue();
          refused += 1;
          reject(busy());
        },
      };
      const timer = setTimeout(call.refuse, waitMillis);
      queue.push(call);
      if (queue.length > maxWaiting) lastInTurn(queue)?.refuse();
    });

  return {
    run: async (client, work) => {
      if (running.length < maxRunning) running.push(client.id);
      else await wait(client);
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(client.id), 1);
        const next = firstInTurn(queue, running);
        // Its place is taken here, before a new call can take it.
        if (next !== undefined) running.push(next.id);
        next?.start();
      }
    },
    load: () => ({ running: running.length, waiting: queue.length, refused }),
  };
}

/** The next call to start: of the client with the fewest running, a known one first. */
function firstInTurn(queue: readonly WaitingCall[], running: readonly string[]): WaitingCall | undefined {
  const runningOf = (id: string) => running.filter((other) => other === id).length;
  const fewest = Math.min(...queue.map(({ id }) => runningOf(id)));
  const candidates = queue.filter(({ id }) => runningOf(id) === fewest);
  return candidates.find(({ isKnown }) => isKnown) ?? candidates[0];
}

/** The call that a full queue refuses: the newest of the client with the most waiting, a known one last. */
function lastInTurn(queue: readonly WaitingCall[]): WaitingCall | undefined {
  const calls = Map.groupBy(queue, ({ id }) => id);
  const most = Math.max(...[...calls.values()].map(({ length }) => length));
  const candidates = queue.filter(({ id }) => calls.get(id)?.length === most);
  return candidates.findLast(({ isKnown }) => !isKnown) ?? candidates.at(-1);
}
