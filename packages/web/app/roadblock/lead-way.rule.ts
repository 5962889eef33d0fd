import type { Exit } from "@vestibule/catalogue/roadblock.table.ts";

export interface LedWays {
  /** In the order to draw them. */
  ways: Exit[];
  /** The first of them, where it works now; absent where none does. */
  lead?: Exit;
}

/** Moves the first way that works now to the front. */
export function leadWithWorkingWay(ways: readonly Exit[], closed: ReadonlySet<Exit>): LedWays {
  const lead = ways.find((way) => !closed.has(way));
  if (lead === undefined) return { ways: [...ways] };
  return { ways: [lead, ...ways.filter((way) => way !== lead)], lead };
}
