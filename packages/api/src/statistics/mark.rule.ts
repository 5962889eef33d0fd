import { isOneOf } from "@vestibule/catalogue/ids-of.ts";
import {
  type FlowId,
  flowIds,
  type MarkRow,
  type PageCategory,
  type StatisticRow,
  statistics,
} from "@vestibule/catalogue/statistic.table.ts";

export type Mark = MarkRow & { reason: string; pageCategory: PageCategory };

/** Undefined when the event is not counted. A row with a result takes precedence over one without. */
export function markOf(journey: FlowId, { event, result }: { event: string; result: string }): Mark | undefined {
  const { marks, steps }: StatisticRow = statistics[journey];
  const ofEvent = marks.filter((row) => row.event === event);
  const row = ofEvent.find((one) => one.result === result) ?? ofEvent.find((one) => one.result === undefined);
  const pageCategory = row && (row.pageCategory ?? steps[row.step]);
  if (row === undefined || pageCategory === undefined) return undefined;
  const needsReason = ["continuedIn", "stuck", "roadblock", "left", "hindrance"].includes(row.meaning);
  return { ...row, pageCategory, reason: needsReason ? (row.reason ?? result) : "" };
}

export function isJourney(text: string): text is FlowId {
  return isOneOf(flowIds, text);
}
