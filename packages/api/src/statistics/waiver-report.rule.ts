import { mapRows } from "@vestibule/catalogue/ids-of.ts";
import { type WaiverState, waiverEvents } from "@vestibule/catalogue/statistic.table.ts";
import type { EventCount } from "./event-count.store.ts";
import { sum } from "./journey-report.rule.ts";

/** How many waivers of the second proof reached each state in a period. */
export function waiverCounts(events: readonly EventCount[]): Record<WaiverState, number> {
  const countOf = (name: string) => sum(events.filter(({ event }) => event === name));
  return mapRows(waiverEvents, (_state, event) => countOf(event));
}
