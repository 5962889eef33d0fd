import { type JourneyId, journeyIds, type MarkRow, statistics } from "@vestibule/catalogue/statistic.table.ts";

export interface Mark extends MarkRow {
  journey: JourneyId;
  /** Why; empty where nothing needs a reason. */
  reason: string;
}

/** What an event of a journey is counted as; undefined where it is not counted. A row that names the result goes before one that does not. */
export function markOf(journey: JourneyId, { event, result }: { event: string; result: string }): Mark | undefined {
  const rows: readonly MarkRow[] = statistics[journey].marks;
  const ofEvent = rows.filter((row) => row.event === event);
  const row = ofEvent.find((one) => one.result === result) ?? ofEvent.find((one) => one.result === undefined);
  if (row === undefined) return undefined;
  const needsReason = ["handedOn", "stuck", "roadblock", "left", "hindrance"].includes(row.meaning);
  return { ...row, journey, reason: needsReason ? (row.reason ?? result) : "" };
}

export function isJourney(text: string): text is JourneyId {
  return journeyIds.some((id) => id === text);
}
