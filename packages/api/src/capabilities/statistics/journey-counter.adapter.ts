import type { Db } from "../../platform/database.table.ts";
import { countEventsAfter, type EventCount, type TrailPlace } from "./event-count.store.ts";
import { isJourney, type Mark, markOf } from "./mark.rule.ts";

export interface MarkCount extends Pick<Mark, "journey" | "meaning" | "step" | "reason"> {
  brand: string;
  province: string;
  language: string;
  count: number;
}

/**
 * Counts of all that the audit trail tells, from its first event on: the same on every server, whoever did the work,
 * and the same after a restart. Only what is new is read.
 */
export function journeyCounter({ database }: { database: Db }): { read(): Promise<MarkCount[]> } {
  const counted = new Map<string, MarkCount>();
  let place: TrailPlace = {};
  let reading: Promise<void> | undefined;

  async function readOn(): Promise<void> {
    for (;;) {
      const page = await countEventsAfter(database, place);
      place = page.place;
      for (const event of page.counts) add(counted, event);
      if (page.isWhole) return;
    }
  }

  return {
    async read() {
      reading ??= readOn().finally(() => {
        reading = undefined;
      });
      await reading;
      return [...counted.values()];
    },
  };
}

function add(
  counted: Map<string, MarkCount>,
  { journey, event, result, brand, province, language, count }: EventCount,
) {
  const mark = isJourney(journey) ? markOf(journey, { event, result }) : undefined;
  if (mark === undefined) return;
  const { journey: id, meaning, step, reason } = mark;
  const key = JSON.stringify([id, meaning, step, reason, brand, province, language]);
  const before = counted.get(key);
  if (before) before.count += count;
  else counted.set(key, { journey: id, meaning, step, reason, brand, province, language, count });
}
