import { idsOf, isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { waiverEvents } from "@vestibule/catalogue/statistic.table.ts";
import { reportLengths } from "@vestibule/catalogue/team.table.ts";
import { type JourneyNumbers, type ReportNumbers, teamEndpoints } from "@vestibule/contract/internal/team.endpoint.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { pageTexts, textKey } from "@vestibule/wording/tables.ts";
import { apiClient } from "../../api/account-api.server.ts";
import { translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { shownTitle } from "../../roadblock/roadblock-words.server.ts";
import { agentCaller, type SignedInAgent } from "../../staff/agent-session.server.ts";
import { csvFile } from "./csv.rule.ts";
import type { JourneyView, NumbersView } from "./team-view.ts";

/** Reads the numbers that a page or a file of the team shows. An unknown length is thirty days. */
export function readNumbers(requestContext: PortalRequestContext, { slice }: SignedInAgent, query: URLSearchParams) {
  const days = reportLengths.find((length) => length === query.get("days")) ?? "30";
  const brandId = query.get("of");
  const caller = { ...agentCaller(requestContext, slice.token), ...(brandId && { brandId }) };
  return { days, result: apiClient(requestContext, teamEndpoints, caller).report({ days }) };
}

/** The numbers in the language of the request. */
export function numbersView(
  requestContext: PortalRequestContext,
  numbers: ReportNumbers,
  days: NumbersView["days"],
): NumbersView {
  const { language } = requestContext;
  const format = (count: number) => new Intl.NumberFormat(`${language}-CA`).format(count);
  const brands = numbers.brands.map(({ id, name }) => ({ id, name: name[language] }));
  const brand = brands.find(({ id }) => id === numbers.brand);
  const most = Math.max(1, ...numbers.roadblocks.map(({ count }) => count));
  return {
    days,
    brand: brand?.id,
    brands,
    period: translate(requestContext, "team:numbers.period", {
      brand: brand?.name ?? translate(requestContext, "team:numbers.everyBrand"),
      from: dayInWords(numbers.from, requestContext),
      to: dayInWords(numbers.to, requestContext),
    }),
    journeys: numbers.journeys
      .filter(({ started }) => started > 0)
      .map((journey) => journeyView(requestContext, journey, format)),
    roadblocks: numbers.roadblocks.map(({ roadblock, count }) => ({
      ...roadblockWords(requestContext, roadblock),
      count: format(count),
      share: count / most,
    })),
    waivers: waiverView(requestContext, numbers, format),
    query: String(new URLSearchParams({ days, ...(numbers.brand !== null && { of: numbers.brand }) })),
  };
}

const figureNames = ["started", "finished", "continuedIn", "refused", "stuck", "left", "inProgress"] as const;

function journeyView(
  requestContext: PortalRequestContext,
  numbers: JourneyNumbers,
  format: (count: number) => string,
): JourneyView {
  const { journey, started, steps } = numbers;
  return {
    id: journey,
    title: translate(requestContext, `team:journey.${journey}`),
    figures: figureNames
      .filter((name) => name === "started" || numbers[name] > 0)
      .map((name) => ({ name: translate(requestContext, `team:figure.${name}`), count: format(numbers[name]) })),
    steps:
      steps.length < 2
        ? []
        : steps.map(({ step, reached, stuck, left }) => ({
            name: translate(requestContext, textKey(`team:step.${step}`)),
            reached: format(reached),
            stuck: format(stuck),
            left: format(left),
            bar: { on: (reached - stuck - left) / started, stuck: stuck / started, left: left / started },
          })),
  };
}

/** Every state where there was a waiver, also those that none reached. */
function waiverView(
  requestContext: PortalRequestContext,
  { waivers }: ReportNumbers,
  format: (count: number) => string,
): NumbersView["waivers"] {
  if (Object.values(waivers).every((count) => count === 0)) return [];
  return idsOf(waiverEvents).map((state) => ({
    name: translate(requestContext, `team:waivers.${state}`),
    count: format(waivers[state]),
  }));
}

/** The title that people see, and the code on its page. An unknown one is of a newer version of the API. */
function roadblockWords(requestContext: PortalRequestContext, id: string): { code: string; title: string } {
  if (!isIdOf(roadblocks, id)) return { code: "", title: id };
  const texts = pageTexts(
    ["roadblock"],
    requestContext.language,
    requestContext.brand.overrides[requestContext.language],
  );
  const title = shownTitle(requestContext, {
    texts,
    id,
    titleForm: undefined,
    until: undefined,
    at: requestContext.now,
  });
  return { code: roadblocks[id].agentCode, title };
}

/** A calendar day without a time zone. */
const dayInWords = (day: string, { language }: PortalRequestContext) =>
  formatDay(new Date(`${day}T12:00:00Z`), { timeZone: "UTC", language });

/** The same numbers as rows of a file, with the names of `vestibule report`. */
export function numbersFile({ from, to, brand, journeys, roadblocks: shown, waivers }: ReportNumbers): string {
  const rows = [
    ...journeys.flatMap((numbers) => [
      ...figureNames.map((name) => [numbers.journey, "", "", name, numbers[name]]),
      ...numbers.steps.flatMap(({ step, pageCategory, ...counts }) =>
        Object.entries(counts).map(([name, count]) => [numbers.journey, step, pageCategory, name, count]),
      ),
      ...Object.entries(numbers.topOfPageErrors).map(([code, count]) => [
        numbers.journey,
        "",
        "",
        `topOfPageError ${code}`,
        count,
      ]),
    ]),
    ...Object.entries(waivers).map(([state, count]) => ["waiver", "", "", state, count]),
    ...shown.map(({ roadblock, count }) => ["roadblock", roadblock, "roadblock", "shown", count]),
  ];
  return csvFile(
    ["from", "to", "brand", "journey", "step", "pageCategory", "number", "count"],
    rows.map((row) => [from, to, brand ?? "all", ...row]),
  );
}
