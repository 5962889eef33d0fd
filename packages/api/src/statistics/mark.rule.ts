import { type FlowId, flowIds, type MarkRow, statistics } from "@vestibule/catalogue/statistic.table.ts";

export type Mark = MarkRow & { reason: string };

/** Undefined when the event is not counted. A row with a result takes precedence over one without. */
export function markOf(journey: FlowId, { event, result }: { event: string; result: string }): Mark | undefined {
  const rows: readonly MarkRow[] = statistics[journey].marks;
  const ofEvent = rows.filter((row) => row.event === event);
  const row = ofEvent.find((one) => one.result === result) ?? ofEvent.find((one) => one.result === undefined);
  if (row === undefined) return undefined;
  const needsReason = ["continuedIn", "stuck", "roadblock", "left", "hindrance"].includes(row.meaning);
  return { ...row, reason: needsReason ? (row.reason ?? result) : "" };
}

export function isJourney(text: string): text is FlowId {
  return flowIds.some((id) => id === text);
}
