import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { idsOf, isIdOf, recordOf } from "@vestibule/catalogue/ids-of.ts";
import { languages, provinces } from "@vestibule/catalogue/province.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import { roadblockNexts, waiverEvents } from "@vestibule/catalogue/statistic.table.ts";
import { type ReportDimension, reportDimensions, type TeamRole } from "@vestibule/catalogue/team.table.ts";
import type { JourneyNumbers, ReportNumbers } from "@vestibule/contract/internal/team.endpoint.ts";
import { formatDay, formatTime } from "@vestibule/wording/format.ts";
import { pageTexts, textKey } from "@vestibule/wording/tables.ts";
import { translate } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { shownTitle } from "../../roadblock/roadblock-words.server.ts";
import { type ComparedNumbers, figureNames } from "./numbers.server.ts";
import { hourIn, isRepeatedHour, isSkippedHour, linePath, timesOf } from "./numbers-line.rule.ts";
import { stepSentences } from "./numbers-sentence.table.ts";
import {
  type Amount,
  type DimensionView,
  type JourneyView,
  type LineName,
  type LineView,
  lineNames,
  type NumbersChoice,
  type NumbersView,
  type RoadblockView,
} from "./team-view.ts";

/** What every part of the page is drawn from. */
interface Drawing {
  requestContext: PortalRequestContext;
  choice: NumbersChoice;
  numbers: ReportNumbers;
  /** Of the period before, where they are compared. */
  before: ReportNumbers | undefined;
  /** Path where a sentence is changed and its screens are seen; undefined where the member may not change it. */
  pathOf: (sentence: string | undefined) => string | undefined;
  /** A number, and the one of the period before where they are compared. */
  amount: (now: number | undefined, before: number | undefined) => Amount;
}

/** The numbers in the language of the request. */
export function numbersView(
  requestContext: PortalRequestContext,
  { now: numbers, before }: ComparedNumbers,
  choice: NumbersChoice,
  roles: readonly TeamRole[],
): NumbersView {
  const { language } = requestContext;
  const pathOf: Drawing["pathOf"] = (key) => {
    if (key === undefined || !roles.includes("edit")) return undefined;
    return `/team/brands/${numbers.brand ?? requestContext.brand.id}/sentence?${new URLSearchParams({ key })}`;
  };
  const amount = amountIn(language, before !== undefined);
  const drawing = { requestContext, choice, numbers, before, pathOf, amount };
  const brands = numbers.brands.map(({ id, name }) => ({ id, name: name[language] }));
  const brand = brands.find(({ id }) => id === numbers.brand);
  const most = Math.max(1, ...numbers.roadblocks.map(({ count }) => count));
  const { days, by, isCompared } = choice;
  return {
    ...choice,
    canChange: roles.includes("edit"),
    brand: brand?.id,
    brands,
    period: translate(requestContext, numbers.from === numbers.to ? "team:numbers.day" : "team:numbers.period", {
      brand: brand?.name ?? translate(requestContext, "team:numbers.everyBrand"),
      from: dayInWords(numbers.from, language),
      to: dayInWords(numbers.to, language),
    }),
    journeys: numbers.journeys.flatMap((journey) => {
      const former = before?.journeys.find((one) => one.journey === journey.journey);
      return journey.started + (former?.started ?? 0) === 0 ? [] : [journeyView(drawing, journey, former)];
    }),
    roadblocks: withFormer(numbers.roadblocks, before?.roadblocks, ({ roadblock }) => roadblock).map(
      ([{ roadblock }, count, former]) => ({
        next: nextView(drawing, before, roadblock),
        ...roadblockWords(requestContext, roadblock),
        to: pathOf(isIdOf(roadblocks, roadblock) ? `roadblock:${roadblock}.title` : undefined),
        ...amount(count, former),
        share: count / most,
      }),
    ),
    applications: withFormer(
      numbers.applications,
      before?.applications,
      ({ brand: of, application }) => `${of} ${application}`,
    ).map(([{ application, name, brand: of }, count, former]) => ({
      name: name?.[language] ?? application,
      brand: brands.find(({ id }) => id === of)?.name ?? of,
      ...amount(count, former),
    })),
    waivers: waiverView(drawing, before),
    query: String(
      new URLSearchParams({
        days,
        ...(days === "7" && by === "hour" && { by }),
        ...(numbers.brand !== null && { of: numbers.brand }),
        ...(isCompared && { with: "before" }),
      }),
    ),
  };
}

function amountIn(language: string, isCompared: boolean): Drawing["amount"] {
  const format = new Intl.NumberFormat(`${language}-CA`);
  const signed = new Intl.NumberFormat(`${language}-CA`, { signDisplay: "exceptZero" });
  return (now = 0, before = 0) => ({
    count: format.format(now),
    ...(isCompared && { before: { count: format.format(before), change: signed.format(now - before) } }),
  });
}

/** Rows of either period with both counts, those of this period first. */
function withFormer<Row extends { count: number }>(
  rows: readonly Row[],
  before: readonly Row[] = [],
  keyOf: (row: Row) => string,
): [Row, number, number][] {
  const keys = new Set(rows.map(keyOf));
  const countIn = (some: readonly Row[], row: Row) => some.find((one) => keyOf(one) === keyOf(row))?.count ?? 0;
  return [...rows, ...before.filter((row) => !keys.has(keyOf(row)))].map((row) => [
    row,
    countIn(rows, row),
    countIn(before, row),
  ]);
}

function journeyView(drawing: Drawing, numbers: JourneyNumbers, former: JourneyNumbers | undefined): JourneyView {
  const { requestContext, pathOf, amount } = drawing;
  const { journey, started, steps } = numbers;
  return {
    id: journey,
    title: translate(requestContext, `team:journey.${journey}`),
    figures: figureNames
      .filter((name) => name === "started" || numbers[name] + (former?.[name] ?? 0) > 0)
      .map((name) => ({
        name: translate(requestContext, `team:figure.${name}`),
        ...amount(numbers[name], former?.[name]),
      })),
    line: lineView(drawing, numbers, former),
    steps:
      steps.length < 2
        ? []
        : steps.map(({ step, reached, stuck, left }) => {
            const earlier = former?.steps.find((one) => one.step === step);
            const share = (count: number) => count / Math.max(1, started);
            return {
              name: translate(requestContext, textKey(`team:step.${step}`)),
              to: pathOf(stepSentences[journey][step]),
              reached: amount(reached, earlier?.reached),
              stuck: amount(stuck, earlier?.stuck),
              left: amount(left, earlier?.left),
              bar: { on: share(reached - stuck - left), stuck: share(stuck), left: share(left) },
            };
          }),
    dimensions: reportDimensions.flatMap((id) => dimensionView(drawing, { id, numbers, former })),
  };
}

/** None where no journey has a value of the dimension, and none of brands where one is chosen. */
function dimensionView(
  { requestContext, numbers: { brand, brands }, amount }: Drawing,
  { id, numbers, former }: { id: ReportDimension; numbers: JourneyNumbers; former: JourneyNumbers | undefined },
): DimensionView[] {
  const now = numbers.dimensions[id];
  const before = former?.dimensions[id] ?? {};
  const values = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  if (values.every((value) => value === "unknown" || value === "none")) return [];
  if (id === "brands" && brand !== null) return [];
  const nameOf = (value: string) =>
    brands.find((one) => id === "brands" && one.id === value)?.name[requestContext.language] ??
    valueInWords(requestContext, id, value);
  return [
    {
      id,
      title: translate(requestContext, `team:dimension.${id}`),
      rows: values.map((value) => ({
        name: nameOf(value),
        ...recordOf([...lineNames, "left"], (name) => amount(now[value]?.[name], before[value]?.[name])),
      })),
    },
  ];
}

/** Sources of emails are names of the insurer's systems, the same in both languages. */
function valueInWords(requestContext: PortalRequestContext, dimension: ReportDimension, value: string): string {
  if (value === "unknown" || value === "none") return translate(requestContext, `team:dimension.${value}`);
  const language = languages.find((one) => one === value);
  if (dimension === "languages" && language !== undefined)
    return translate(requestContext, `team:dimension.language.${language}`);
  if (dimension === "provinces" && isIdOf(provinces, value))
    return translate(requestContext, textKey(`common:province.${value}`));
  if (dimension === "methods" && isIdOf(secondFactors, value))
    return translate(requestContext, `twoFactor:method.${value}`);
  if (dimension === "methods" && (value === "pin" || value === "licence"))
    return translate(requestContext, `team:dimension.method.${value}`);
  if (dimension !== "accountTypes") return value;
  const accountType = accountTypes.find((one) => one === value);
  return translate(
    requestContext,
    accountType === undefined ? "team:dimension.bothRoles" : `registration:accountType.${accountType}`,
  );
}

/** The line of the period before ends where this period's does, so that today is next to the same hours. */
function lineView(
  { requestContext, choice: { by }, numbers, before, amount }: Drawing,
  { times }: JourneyNumbers,
  former: JourneyNumbers | undefined,
): LineView {
  const { language, now: moment } = requestContext;
  const now = hourIn(numbers.timeZone, moment);
  const pointsOf = (period: ReportNumbers, figures: JourneyNumbers["times"] = {}) =>
    timesOf({ ...period, by, now }).map((time) => ({ time, ...figures[time] }));
  const points = pointsOf(numbers, times);
  const earlier = before === undefined ? [] : pointsOf(before, former?.times).slice(0, points.length);
  const most = Math.max(...[...points, ...earlier].map(({ started = 0 }) => started));
  const { format } = new Intl.NumberFormat(`${language}-CA`);
  const countsOf = (some: readonly Partial<Record<LineName, number>>[], name: LineName) =>
    some.map((point) => point[name] ?? 0);
  const nameOf = (time: string) => {
    const words = timeInWords(time, { language, isOneDay: numbers.from === numbers.to });
    if (isRepeatedHour(time, numbers.timeZone))
      return translate(requestContext, "team:numbers.twoHours", { time: words });
    return isSkippedHour(time, numbers.timeZone)
      ? translate(requestContext, "team:numbers.noHour", { time: words })
      : words;
  };
  return {
    paths: recordOf(lineNames, (name) => linePath(countsOf(points, name), most)),
    ...(before !== undefined && { before: recordOf(lineNames, (name) => linePath(countsOf(earlier, name), most)) }),
    most: recordOf(lineNames, (name) => format(Math.max(0, ...countsOf(points, name)))),
    rows: points.map((point, index) => ({
      name: nameOf(point.time),
      ...recordOf(lineNames, (name) => amount(point[name], earlier[index]?.[name])),
    })),
  };
}

/** A calendar day or hour without a time zone. */
function timeInWords(time: string, { language, isOneDay }: { language: "en" | "fr"; isOneDay: boolean }): string {
  const [day = "", hour] = time.split("T");
  const at = new Date(`${day}T${hour ?? "12"}:00Z`);
  const clock = formatTime(at, { timeZone: "UTC", language });
  if (isOneDay) return clock;
  const short = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
  const date = new Intl.DateTimeFormat(`${language}-CA`, short).format(at);
  return hour === undefined ? date : `${date}, ${clock}`;
}

function nextView(
  { requestContext, numbers, amount }: Drawing,
  before: ReportNumbers | undefined,
  id: string,
): RoadblockView["next"] {
  const nextIn = (some: ReportNumbers | undefined) => some?.roadblocks.find(({ roadblock }) => roadblock === id)?.next;
  return roadblockNexts.map((next) => ({
    name: translate(requestContext, `team:roadblocks.next.${next}`),
    ...amount(nextIn(numbers)?.[next], nextIn(before)?.[next]),
  }));
}

/** Every state where there was a waiver, also those that none reached. */
function waiverView(
  { requestContext, numbers: { waivers }, amount }: Drawing,
  before: ReportNumbers | undefined,
): NumbersView["waivers"] {
  const all = [...Object.values(waivers), ...Object.values(before?.waivers ?? {})];
  if (all.every((count) => count === 0)) return [];
  return idsOf(waiverEvents).map((state) => ({
    name: translate(requestContext, `team:waivers.${state}`),
    ...amount(waivers[state], before?.waivers[state]),
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

const dayInWords = (day: string, language: "en" | "fr") =>
  formatDay(new Date(`${day}T12:00:00Z`), { timeZone: "UTC", language });
