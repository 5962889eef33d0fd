import type { Db } from "../platform/database.table.ts";
import { applicationSignIns } from "./application-report.rule.ts";
import { countEndings, countEvents, endingFigure, eventFigure } from "./journey-ending.store.ts";
import { reportOf } from "./journey-report.rule.ts";
import { type Period, type ReportTimes, storeCounts } from "./report-count.store.ts";
import { momentsOf, type ReportDays } from "./report-period.store.ts";
import { countRoadblockNexts, roadblockNextFigure } from "./roadblock-next.store.ts";
import { roadblockViews } from "./roadblock-report.rule.ts";
import { waiverCounts } from "./waiver-report.rule.ts";

export const reportFigures = [endingFigure, eventFigure, roadblockNextFigure];

/** Adds the newest events of the audit trail to the stored counts of the report. `signal` stops between two statements. */
export async function storeReportCounts(database: Db, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  for (const figure of reportFigures)
    while (!signal?.aborted) {
      const { isComplete } = await storeCounts(database, figure);
      if (isComplete) break;
    }
}

/** The numbers of a period, by day unless by hour, for `vestibule report` and for the digital team's page. */
export async function readReport(
  database: Db,
  {
    brandId,
    timeoutSeconds,
    by = "day",
    ...days
  }: ReportDays & Pick<Period, "brandId" | "timeoutSeconds"> & { by?: ReportTimes["by"] },
) {
  const { firstDay, lastDay, ...moments } = await momentsOf(database, days);
  const times = { by, timeZone: days.timeZone };
  const period = { ...moments, brandId, ...(timeoutSeconds && { timeoutSeconds }) };
  const endings = await countEndings(database, { ...period, times });
  const events = await countEvents(database, { ...period, times });
  const nexts = await countRoadblockNexts(database, period);
  return {
    from: firstDay,
    to: lastDay,
    timeZone: days.timeZone,
    brand: brandId ?? null,
    journeys: reportOf(endings, events),
    roadblocks: roadblockViews(events.rows, nexts),
    applications: applicationSignIns(events.rows),
    waivers: waiverCounts(events.rows),
  };
}
