import { setTimeout as pause } from "node:timers/promises";

/** The integers from 0 to `count` - 1. */
export const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Maps items with limited concurrency; results keep the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  { atOnce }: { atOnce: number },
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as Item, index);
  };
  await Promise.all(times(Math.min(atOnce, items.length)).map(lane));
  return results;
}

/** Repeats work concurrently for `millis`. Returns every result and the number of results per second. */
export async function repeatFor<Result>(
  { millis, atOnce }: { millis: number; atOnce: number },
  work: () => Promise<Result>,
): Promise<{ results: Result[]; rate: number }> {
  const startedAt = performance.now();
  const results: Result[] = [];
  await inParallel(times(atOnce), { atOnce }, async () => {
    while (performance.now() - startedAt < millis) results.push(await work());
  });
  return { results, rate: (results.length / (performance.now() - startedAt)) * 1000 };
}

/** Repeats work in the background, with a pause after each turn. `stop` resolves with every result. */
export function repeatUntilStopped<Result>(pauseMillis: number, work: () => Promise<Result>) {
  const results: Result[] = [];
  let isOver = false;
  const repeating = (async () => {
    for (; !isOver; await pause(pauseMillis)) results.push(await work());
  })();
  return {
    stop: async () => {
      isOver = true;
      await repeating;
      return results;
    },
  };
}

/**
 * Starts work at a rate, in arrivals a second, which may depend on the seconds since the start, until the rate is 0.
 * Arrivals do not wait for earlier ones: a slow server gets more of them at once. Resolves when all work has ended.
 */
export async function startAtRate(rateAt: (second: number) => number, work: (nth: number) => Promise<unknown>) {
  const startedAt = performance.now();
  const inFlight = new Set<Promise<unknown>>();
  let due = 0;
  for (let nth = 0; rateAt(due) > 0; nth += 1) {
    const wait = due * 1000 - (performance.now() - startedAt);
    if (wait > 0) await pause(wait);
    const one = work(nth).finally(() => inFlight.delete(one));
    inFlight.add(one);
    due += 1 / rateAt(due);
  }
  await Promise.all(inFlight);
}
