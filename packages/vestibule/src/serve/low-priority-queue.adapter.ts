/** Longest time that a job is postponed. */
const maxWaitMillis = 250;

export interface LowPriorityQueue {
  /** Adds a job. No job runs in the turn of the event loop in which one is added, since more may be added. */
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
    if (first !== undefined && (!isPostponed || performance.now() - first.since > maxWaitMillis)) {
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
