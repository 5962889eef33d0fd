import type { Db } from "../platform/database.table.ts";
import { applicationSignIns } from "./application-report.rule.ts";
import { countEndings, countEvents, type Period, type ReportTimes } from "./journey-ending.store.ts";
import { reportOf } from "./journey-report.rule.ts";
import { momentsOf, type ReportDays } from "./report-period.store.ts";
import { countRoadblockNexts } from "./roadblock-next.store.ts";
import { roadblockViews } from "./roadblock-report.rule.ts";
import { waiverCounts } from "./waiver-report.rule.ts";

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
  const period = { ...moments, brandId, times, ...(timeoutSeconds && { timeoutSeconds }) };
  const endings = await countEndings(database, period);
  const events = await countEvents(database, period);
  const nexts = await countRoadblockNexts(database, period);
  return {
    from: firstDay,
    to: lastDay,
    timeZone: days.timeZone,
    brand: brandId ?? null,
    journeys: reportOf(endings, events),
    roadblocks: roadblockViews(events, nexts),
    applications: applicationSignIns(events),
    waivers: waiverCounts(events),
  };
}
