/** Maps items with limited concurrency; results keep the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  { atOnce }: { atOnce: number },
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as Item, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  return results;
}

/** The integers from 0 to `count` - 1. */
export const times = (count: number) => Array.from({ length: count }, (_, index) => index);

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
