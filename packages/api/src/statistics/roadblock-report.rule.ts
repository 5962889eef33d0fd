import { recordOf } from "@vestibule/catalogue/ids-of.ts";
import { roadblockMet, roadblockNexts } from "@vestibule/catalogue/statistic.table.ts";
import type { EventCount } from "./event-count.store.ts";
import { groupBy, sum } from "./journey-report.rule.ts";
import type { RoadblockNextCount } from "./roadblock-next.store.ts";

/** How often one roadblock page was displayed, by dimension. */
export type RoadblockCount = ReturnType<typeof roadblockViews>[number];

/** Roadblocks displayed in a period, most frequent first. One person may see several, or one repeatedly. */
export function roadblockViews(events: readonly EventCount[], nexts: readonly RoadblockNextCount[]) {
  const views = events.filter(({ event }) => event === roadblockMet);
  return [...Map.groupBy(views, ({ result }) => result)]
    .map(([roadblock, counts]) => {
      const by = (name: "journey" | "brand" | "province" | "language") =>
        groupBy(counts, (one) => one[name] || "unknown", sum);
      return {
        /** Id of the row in the roadblock table. */
        roadblock,
        count: sum(counts),
        /** `unknown` when none was started. */
        journeys: by("journey"),
        brands: by("brand"),
        provinces: by("province"),
        languages: by("language"),
        next: recordOf(roadblockNexts, (next) =>
          sum(nexts.filter((one) => one.roadblock === roadblock && one.next === next)),
        ),
      };
    })
    .toSorted((left, right) => right.count - left.count || (left.roadblock < right.roadblock ? -1 : 1));
}
