/** Longest time that a job waits for others. */
const longestWaitMillis = 250;

export interface LowPriorityQueue {
  /** The turn in which a job arrives runs none, since more may arrive. */
  push(job: () => void): void;
  /** Runs no job in this turn of the event loop, unless the first has waited for too long. */
  postpone(): void;
}

/** Runs jobs in order, at most one per turn of the event loop. */
export function lowPriorityQueue(): LowPriorityQueue {
  const jobs: { run: () => void; since: number }[] = [];
  let isPostponed = false;
  const endTurn = () => {
    const [first] = jobs;
    if (first !== undefined && (!isPostponed || performance.now() - first.since > longestWaitMillis)) {
      jobs.shift();
      first.run();
    }
    isPostponed = false;
    if (jobs.length > 0) setImmediate(endTurn);
  };
  return {
    push: (run) => {
      jobs.push({ run, since: performance.now() });
      isPostponed = true;
      if (jobs.length === 1) setImmediate(endTurn);
    },
    postpone: () => {
      isPostponed = true;
    },
  };
}
