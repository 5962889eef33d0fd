/** Longest time that a job is postponed. */
const maxWaitMillis = 250;

/** Runs jobs in order, at most one per turn of the event loop. */
export function lowPriorityQueue() {
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
    /** Adds a job. No job runs in the turn of the event loop in which one is added, since more may be added. */
    push: (run: () => void) => {
      jobs.push({ run, since: performance.now() });
      isPostponed = true;
      if (jobs.length === 1) setImmediate(endTurn);
    },
    /** Runs no job in this turn of the event loop, unless the first has waited for too long. */
    postpone: () => {
      isPostponed = true;
    },
  };
}
