import type { Exit } from "@vestibule/catalogue/roadblock.table.ts";

interface OrderedExits {
  /** In display order. */
  exits: Exit[];
  /** The first exit, when it is available now; absent when none is. */
  firstExit?: Exit;
}

/** Moves the first exit that is available now to the front. */
export function orderExits(exits: readonly Exit[], closed: ReadonlySet<Exit>): OrderedExits {
  const firstExit = exits.find((exit) => !closed.has(exit));
  if (firstExit === undefined) return { exits: [...exits] };
  return { exits: [firstExit, ...exits.filter((exit) => exit !== firstExit)], firstExit };
}
