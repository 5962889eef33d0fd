import type { ApplicationCount } from "@vestibule/api/statistics/application-report.rule.ts";
import type { Counts, JourneyFigures, JourneyReport } from "@vestibule/api/statistics/journey-report.rule.ts";
import type { RoadblockCount } from "@vestibule/api/statistics/roadblock-report.rule.ts";
import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { roadblocks as roadblockRows } from "@vestibule/catalogue/roadblock.table.ts";
import type { FlowId, WaiverState } from "@vestibule/catalogue/statistic.table.ts";

export interface Report {
  from: string;
  to: string;
  timeZone: string;
  brand: string | null;
  journeys: readonly JourneyReport[];
  roadblocks: readonly RoadblockCount[];
  applications: readonly ApplicationCount[];
  waivers: Readonly<Record<WaiverState, number>>;
}

const titles: Record<FlowId, string> = {
  registration: "Registration",
  policyNumberRegistration: "Registration by policy number, the older way",
  recovery: "New password",
  link: "Links in emails",
  signIn: "Login tries",
  secondFactor: "Second proofs at login",
};

/** The report for a terminal: a table of all journeys, each journey that was started, then what counts outside them. */
export function reportText(report: Report): string {
  const { from, to, timeZone, brand, journeys, roadblocks, applications, waivers } = report;
  const whole = journeys.map((one) => figuresRow(titles[one.journey], one));
  const parts = journeys.filter(({ started }) => started > 0).map(journeyText);
  return [
    `From ${from} to ${to} (${timeZone}), ${brand === null ? "every brand" : brand}`,
    textTable(columnHeadings(""), whole),
    ...(parts.length === 0 ? ["No journey began in this period."] : parts),
    ...(roadblocks.length === 0 ? [] : [roadblocksText(roadblocks)]),
    ...(applications.length === 0 ? [] : [applicationsText(applications)]),
    ...(Object.values(waivers).every((count) => count === 0) ? [] : [waiversText(waivers)]),
  ].join("\n\n");
}

function journeyText(report: JourneyReport): string {
  const { steps, brands, provinces, languages, accountTypes, emailSources, methods, times } = report;
  const known = (figures: Record<string, JourneyFigures>) =>
    Object.keys(figures).some((value) => value !== "unknown" && value !== "none");
  const tables = [
    steps.length > 1 &&
      textTable(
        ["step", "page category", "reached", "stuck here", "left here"],
        steps.map(({ step, pageCategory, reached, stuck, left }) => [
          step,
          pageCategory,
          ...[reached, stuck, left].map(String),
        ]),
      ),
    ...Object.entries({
      brand: brands,
      province: provinces,
      language: languages,
      ...(known(accountTypes) && { "account type": accountTypes }),
      ...(known(emailSources) && { email: emailSources }),
      ...(known(methods) && { method: methods }),
      ...(known(times) && { day: times }),
    }).map(([name, figures]) =>
      textTable(
        columnHeadings(name),
        Object.entries(figures).map(([value, one]) => figuresRow(value, one)),
      ),
    ),
    tallyText("stuck because of", report.stuckReasons),
    tallyText("left because of", report.leftReasons),
    tallyText("goes on as", report.sendToNextJourney),
    tallyText("did not match", report.hindrances),
    tallyText("error at the top of the page", report.topOfPageErrors),
  ];
  return [`— ${titles[report.journey]}`, ...tables.filter((table) => table !== "" && table !== false)].join("\n\n");
}

/** Each roadblock that was shown, by the code on its page. */
function roadblocksText(roadblocks: readonly RoadblockCount[]): string {
  const places = ["journeys", "brands", "provinces", "languages", "next"] as const;
  const rows = roadblocks.map((one) => [
    isIdOf(roadblockRows, one.roadblock) ? `${roadblockRows[one.roadblock].agentCode} ${one.roadblock}` : one.roadblock,
    String(one.count),
    ...places.map((place) =>
      Object.entries(one[place])
        .filter(([, count]) => count > 0)
        .map(([value, count]) => `${value} ${count}`)
        .join(", "),
    ),
  ]);
  return `— Roadblocks\n\n${textTable(["roadblock", "shown", ...places], rows)}`;
}

function applicationsText(applications: readonly ApplicationCount[]): string {
  const rows = applications.map(({ application, brand, count }) => [application, brand, String(count)]);
  return `— Logins to applications\n\n${textTable(["application", "brand", "count"], rows)}`;
}

function waiversText(waivers: Report["waivers"]): string {
  return `— Waivers of the second proof\n\n${textTable(Object.keys(waivers), [Object.values(waivers).map(String)])}`;
}

const columnHeadings = (of: string) =>
  [of, "started", "finished", "goes on", "refused", "stuck", "left", "under way", "stuck rate"] as const;

function figuresRow(name: string, figures: JourneyFigures): string[] {
  const { started, finished, continuedIn, refused, stuck, left, inProgress, stuckRate } = figures;
  const rate = stuckRate === null ? "–" : `${(stuckRate * 100).toFixed(1)}%`;
  return [name, ...[started, finished, continuedIn, refused, stuck, left, inProgress].map(String), rate];
}

function tallyText(title: string, tally: Counts): string {
  const rows = Object.entries(tally).map(([reason, count]) => [reason, String(count)]);
  return rows.length === 0 ? "" : textTable([title, "count"], rows);
}

/** Text columns two spaces apart, the first left-aligned and the others right-aligned. */
export function textTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) => Math.max(...[heads, ...rows].map((row) => (row[column] ?? head).length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("──");
  return [line(heads), rule, ...rows.map(line)].join("\n");
}
