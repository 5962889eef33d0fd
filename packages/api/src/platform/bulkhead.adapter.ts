export interface BulkheadLimits {
  /** Jobs at once. */
  running: number;
  /** Jobs of one client at once; all of them by default. */
  runningPerClient?: number;
  /** Jobs that wait for their turn. */
  waiting: number;
  waitMilliseconds: number;
  /** Error of a job that cannot wait, or waited too long. */
  busy: () => Error;
}

export interface BulkheadLoad {
  running: number;
  waiting: number;
  /** Jobs refused since the start. */
  refused: number;
}

export type Bulkhead = ReturnType<typeof bulkhead>;

interface Waiter {
  start(): void;
  refuse(): void;
}

interface Client {
  running: number;
  waiters: Waiter[];
}

/**
 * Bounds one kind of work, so that a flood of it leaves room for others. Jobs that do not fit wait in a queue for each
 * client, and the queues are served in turn. Where all queues together are full, a client with a shorter queue takes
 * the place of the last job in the longest.
 */
export function bulkhead({
  running: maxRunning,
  waiting: maxWaiting,
  waitMilliseconds,
  busy,
  ...limits
}: BulkheadLimits) {
  const maxPerClient = limits.runningPerClient ?? maxRunning;
  /** Clients that have a job, in the order of their turns. */
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;
  let refused = 0;

  const startsAtOnce = (client: Client) => running < maxRunning && client.running < maxPerClient;

  /** The client whose last waiting job gives way to a new job of this one. */
  function findEvicted({ waiters }: Client): Client | undefined {
    let longest: Client | undefined;
    for (const other of clients.values())
      if (other.waiters.length > (longest?.waiters.length ?? waiters.length + 1)) longest = other;
    return longest;
  }

  function isFull(name: string): boolean {
    const client = clients.get(name) ?? { running: 0, waiters: [] };
    return !startsAtOnce(client) && waiting >= maxWaiting && findEvicted(client) === undefined;
  }

  function refuse(): Error {
    refused += 1;
    return busy();
  }

  function start(client: Client): void {
    client.running += 1;
    running += 1;
  }

  function wait(client: Client): Promise<void> {
    if (waiting >= maxWaiting) findEvicted(client)?.waiters.at(-1)?.refuse();
    if (waiting >= maxWaiting) return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        client.waiters.splice(client.waiters.indexOf(waiter), 1);
        waiting -= 1;
      };
      const waiter = {
        start: () => {
          leave();
          start(client);
          resolve();
        },
        refuse: () => {
          leave();
          reject(refuse());
        },
      };
      const timer = setTimeout(waiter.refuse, waitMilliseconds);
      client.waiters.push(waiter);
      waiting += 1;
    });
  }

  function startNext(): void {
    for (const [name, client] of clients) {
      const [waiter] = client.waiters;
      if (waiter === undefined || !startsAtOnce(client)) continue;
      clients.delete(name);
      clients.set(name, client);
      waiter.start();
      return;
    }
  }

  /** Waits for a place and returns a function that releases it. Rejects with `busy` where there is none in time. */
  async function enter(name: string): Promise<() => void> {
    const client = clients.get(name) ?? { running: 0, waiters: [] };
    clients.set(name, client);
    const removeIfIdle = () => {
      if (client.running === 0 && client.waiters.length === 0) clients.delete(name);
    };
    if (startsAtOnce(client)) start(client);
    else await wait(client).finally(removeIfIdle);
    return () => {
      client.running -= 1;
      running -= 1;
      removeIfIdle();
      startNext();
    };
  }

  return {
    /** Whether a job of this client would be refused now. */
    isFull,
    enter,
    run: async <Result>(name: string | undefined, job: () => Promise<Result>): Promise<Result> => {
      const release = await enter(name ?? "");
      try {
        return await job();
      } finally {
        release();
      }
    },
    load: (): BulkheadLoad => ({ running, waiting, refused }),
  };
}
