interface Limits {
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
 * Runs so much at the same time and lets the rest wait, in one line for each client; the lines take turns. Where no
 * more may wait, the last of the longest line gives way to a client with a shorter one.
 */
export function fairQueue(limits: Limits): <T>(client: string | undefined, work: () => Promise<T>) => Promise<T> {
  /** In the order of their turns; no line is empty. */
  const lines = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  const leave = (client: string, waiter: Waiter | undefined) => {
    const line = lines.get(client) ?? [];
    const left = line.filter((other) => other !== waiter);
    waiting -= line.length - left.length;
    if (left.length === 0) lines.delete(client);
    else lines.set(client, left);
  };

  /** Whether there is room for one more in this line, made where needed. */
  const makeRoom = (client: string) => {
    if (waiting < limits.waiting) return true;
    const lengthAfter = (lines.get(client)?.length ?? 0) + 1;
    const [longest = "", line = []] = [...lines].reduce(
      (one, other) => (other[1].length > one[1].length ? other : one),
      ["", []] as [string, Waiter[]],
    );
    if (line.length <= lengthAfter) return false;
    const last = line.at(-1);
    leave(longest, last);
    last?.refuse();
    return true;
  };

  const turn = (client: string) =>
    new Promise<void>((resolve, reject) => {
      if (running < limits.running) {
        running += 1;
        resolve();
        return;
      }
      if (!makeRoom(client)) {
        reject(limits.busy());
        return;
      }
      const timer = setTimeout(() => {
        leave(client, waiter);
        reject(limits.busy());
      }, limits.waitMilliseconds);
      const settle = (how: () => void) => () => {
        clearTimeout(timer);
        how();
      };
      const waiter = { begin: settle(resolve), refuse: settle(() => reject(limits.busy())) };
      lines.set(client, [...(lines.get(client) ?? []), waiter]);
      waiting += 1;
    });

  const next = () => {
    for (const [client, [first]] of lines) {
      leave(client, first);
      const left = lines.get(client);
      if (left !== undefined) {
        lines.delete(client);
        lines.set(client, left);
      }
      return first;
    }
    return undefined;
  };

  return async (client = "", work) => {
    await turn(client);
    try {
      return await work();
    } finally {
      // The place passes to the next in line without ever being free in between.
      const waiter = next();
      if (waiter === undefined) running -= 1;
      else waiter.begin();
    }
  };
}
