import { type FlowId, type PageCategory, roadblockMet } from "@vestibule/catalogue/statistic.table.ts";
import type { Db } from "../platform/database.table.ts";
import { type AuditPosition, countEventsAfter, type EventCount } from "./event-count.store.ts";
import { isJourney, type Mark, markOf } from "./mark.rule.ts";

export interface MarkCount extends Pick<Mark, "meaning" | "reason">, Omit<EventCount, "event" | "result"> {
  journey: FlowId | "";
  /** Empty for a roadblock, whose page does not know the step. */
  step: string;
  pageCategory: PageCategory;
  /** Empty unless the page shows the refusal above its fields. */
  topOfPageError: string;
}

/** Counts journeys over the entire audit trail, like every other server. A read processes only new events. */
export function journeyCounter({ database }: { database: Db }): { read(): Promise<MarkCount[]> } {
  const counted = new Map<string, MarkCount>();
  let position: AuditPosition = {};
  let reading: Promise<void> | undefined;

  async function readNewEvents(): Promise<void> {
    for (;;) {
      const page = await countEventsAfter(database, position);
      position = page.position;
      for (const event of page.counts) add(counted, event);
      if (page.isComplete) return;
    }
  }

  return {
    async read() {
      reading ??= readNewEvents().finally(() => {
        reading = undefined;
      });
      await reading;
      return [...counted.values()];
    },
  };
}

/** Classifies an event: a roadblock counts in the journey where it was displayed, or outside any journey. */
function countedAs(journey: FlowId | "", { event, result }: { event: string; result: string }): Mark | undefined {
  if (event === roadblockMet)
    return { event, meaning: "roadblock", step: "", reason: result, pageCategory: "roadblock" };
  return journey === "" ? undefined : markOf(journey, { event, result });
}

function add(counted: Map<string, MarkCount>, { event, result, count, ...dimensions }: EventCount) {
  const journey: FlowId | "" = isJourney(dimensions.journey) ? dimensions.journey : "";
  const mark = countedAs(journey, { event, result });
  if (mark === undefined || mark.meaning === "method") return;
  const { meaning, step, reason, pageCategory, topOfPageError = "" } = mark;
  const labels = { ...dimensions, journey, meaning, step, reason, pageCategory, topOfPageError };
  const key = JSON.stringify(labels);
  const before = counted.get(key);
  if (before) before.count += count;
  else counted.set(key, { ...labels, count });
}
