import { applicationSignedIn } from "@vestibule/catalogue/statistic.table.ts";
import type { EventCount } from "./event-count.store.ts";
import { sum } from "./journey-report.rule.ts";

/** How often people were signed in to an application of a brand. */
export type ApplicationCount = ReturnType<typeof applicationSignIns>[number];

/** Sign-ins to each application in a period, most frequent first. Ids of applications are unique in a brand. */
export function applicationSignIns(events: readonly EventCount[]) {
  const signIns = events.filter(({ event }) => event === applicationSignedIn);
  return [...Map.groupBy(signIns, ({ brand, result }) => `${brand} ${result}`).values()]
    .flatMap((counts) =>
      counts.slice(0, 1).map(({ brand, result }) => ({ brand, application: result, count: sum(counts) })),
    )
    .toSorted((left, right) => right.count - left.count || (left.application < right.application ? -1 : 1));
}
