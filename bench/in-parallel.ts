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

export const times = (count: number) => Array.from({ length: count }, (_, index) => index);
