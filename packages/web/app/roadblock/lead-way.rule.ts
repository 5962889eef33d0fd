import type { Exit } from "@vestibule/catalogue/roadblock.table.ts";

interface OrderedExits {
  /** In display order. */
  ways: Exit[];
  /** The first exit, when it is available now; absent when none is. */
  lead?: Exit;
}

/** Moves the first exit that is available now to the front. */
export function orderExits(ways: readonly Exit[], closed: ReadonlySet<Exit>): OrderedExits {
  const lead = ways.find((way) => !closed.has(way));
  if (lead === undefined) return { ways: [...ways] };
  return { ways: [lead, ...ways.filter((way) => way !== lead)], lead };
}
