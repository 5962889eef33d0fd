import { reportLengths } from "@vestibule/catalogue/team.table.ts";
import { type JourneyNumbers, type ReportNumbers, teamEndpoints } from "@vestibule/contract/internal/team.endpoint.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { type SignedInAgent, staffApi } from "../../staff/agent-session.server.ts";
import { csvFile } from "./csv.rule.ts";
import type { NumbersChoice } from "./team-view.ts";

/** The numbers of a period, and of the one before where the member compares them. */
export interface ComparedNumbers {
  now: ReportNumbers;
  before: ReportNumbers | undefined;
}

/**
 * Reads the numbers that a page or a file of the team shows. An unknown length is thirty days. A day is divided by hour,
 * thirty days by day, and seven as the member chooses.
 */
export async function readNumbers(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  query: URLSearchParams,
) {
  const days = reportLengths.find((length) => length === query.get("days")) ?? "30";
  const isByHour = days === "1" || (days === "7" && query.get("by") === "hour");
  const choice: NumbersChoice = { days, by: isByHour ? "hour" : "day", isCompared: query.get("with") === "before" };
  const brandId = query.get("of");
  const api = staffApi(requestContext, session, teamEndpoints, brandId ? { brandId } : {});
  const asked = { days, by: choice.by };
  const [now, before] = await Promise.all([
    api.report(asked),
    choice.isCompared ? api.report({ ...asked, period: "before" }) : undefined,
  ]);
  if (now.kind !== "ok") return { kind: "failed", failure: now } as const;
  if (before !== undefined && before.kind !== "ok") return { kind: "failed", failure: before } as const;
  return { kind: "ok", choice, numbers: { now: now.data, before: before?.data } satisfies ComparedNumbers } as const;
}

export const figureNames = ["started", "finished", "continuedIn", "refused", "stuck", "left", "inProgress"] as const;

/** The numbers as rows of a file, with the names of `vestibule report`; the period before comes first. */
export function numbersFile({ now, before }: ComparedNumbers): string {
  return csvFile(
    ["from", "to", "brand", "journey", "step", "pageCategory", "dimension", "value", "number", "count"],
    [...(before === undefined ? [] : rowsOf(before)), ...rowsOf(now)],
  );
}

function rowsOf({ from, to, brand, journeys, roadblocks, applications, waivers }: ReportNumbers) {
  const rows = [
    ...journeys.flatMap(journeyRows),
    ...Object.entries(waivers).map(([state, count]) => ["waiver", "", "", "", "", state, count]),
    ...applications.map(({ brand: of, application, count }) => [
      "application",
      "",
      "",
      "application",
      `${of} ${application}`,
      "signedIn",
      count,
    ]),
    ...roadblocks.flatMap(({ roadblock, count, next }) =>
      Object.entries({ ...next, shown: count }).map(([name, number]) => [
        "roadblock",
        roadblock,
        "roadblock",
        "",
        "",
        name,
        number,
      ]),
    ),
  ];
  return rows.map((row) => [from, to, brand ?? "all", ...row]);
}

function journeyRows({ journey, steps, dimensions, times, topOfPageErrors, ...figures }: JourneyNumbers) {
  const divided = Object.entries({ ...dimensions, times }).flatMap(([dimension, values]) =>
    Object.entries(values).flatMap(([value, counts]) =>
      figureNames.map((name) => [journey, "", "", dimension, value, name, counts[name]]),
    ),
  );
  return [
    ...figureNames.map((name) => [journey, "", "", "", "", name, figures[name]]),
    ...steps.flatMap(({ step, pageCategory, ...counts }) =>
      Object.entries(counts).map(([name, count]) => [journey, step, pageCategory, "", "", name, count]),
    ),
    ...divided,
    ...Object.entries(topOfPageErrors).map(([code, count]) => [
      journey,
      "",
      "",
      "",
      "",
      `topOfPageError ${code}`,
      count,
    ]),
  ];
}
