import { type FlowId, flowIds, type PageCategory, statistics } from "@vestibule/catalogue/statistic.table.ts";
import type { EventCount } from "./event-count.store.ts";
import type { EndingCount } from "./journey-ending.store.ts";
import { isJourney, markOf } from "./mark.rule.ts";
import type { TimeCount } from "./report-count.store.ts";

export type Counts = Record<string, number>;

/** `refused`, for journeys counted per attempt: with another attempt allowed. */
type JourneyResult = EndingCount["ending"] | "refused";

/** Figures of one journey or a part of it. The outcomes add up to `started`. */
export interface JourneyFigures extends Record<"started" | JourneyResult, number> {
  /** Share of stuck journeys among those that have ended, 0 to 1; null when none has ended. */
  stuckRate: number | null;
  finishRate: number | null;
}

export type JourneyReport = ReturnType<typeof reportOf>[number];

type Counted = Omit<EndingCount, "ending"> & { ending: JourneyResult };

/**
 * Builds the report of every journey from counts of outcomes and events. Neither input nor output contains personal
 * data.
 */
export function reportOf(
  { rows: endings, times: endingTimes }: { rows: readonly EndingCount[]; times: readonly TimeCount[] },
  { rows: events, times: eventTimes }: { rows: readonly EventCount[]; times: readonly TimeCount[] },
) {
  const attempts = events.flatMap(countAttempt);
  const times = [...endingTimes, ...eventTimes].flatMap(timeOf);
  return flowIds.map((journey) => {
    const counts = [...endings, ...attempts].filter((one) => one.journey === journey);
    const steps = Object.entries<PageCategory>(statistics[journey].steps);
    const stepIds = steps.map(([step]) => step);
    const by = (name: "brand" | "province" | "language" | "accountType" | "emailSource", otherwise = "unknown") =>
      groupBy(counts, (one) => one[name] || otherwise, figuresOf);
    return {
      journey,
      ...figuresOf(counts),
      /** In step order: how many journeys reached each step, and how many ended there. */
      steps: steps.map(([step, pageCategory], index) => ({
        step,
        pageCategory,
        reached: sum(counts.filter((one) => stepIds.indexOf(one.step) >= index)),
        stuck: sum(counts.filter((one) => one.step === step && one.ending === "stuck")),
        left: sum(counts.filter((one) => one.step === step && one.ending === "left")),
      })),
      brands: by("brand"),
      provinces: by("province"),
      languages: by("language"),
      /** For registrations: as chosen or verified. */
      accountTypes: by("accountType"),
      /** The e-mail that the person came from; `none` when no link named one. */
      emailSources: by("emailSource", "none"),
      /** Of the second proof or of a registration; a journey counts once under each method that it used, `none` when it used none. */
      methods: groupBy(counts.flatMap(byMethod), ({ method }) => method, figuresOf),
      /** By day or hour of the start, where the counts are divided by it; times without a journey are absent. */
      times: groupBy(
        times.filter((one) => one.journey === journey),
        ({ time }) => time,
        figuresOf,
      ),
      stuckReasons: reasonsOf(counts.filter(({ ending }) => ending === "stuck")),
      leftReasons: reasonsOf(counts.filter(({ ending }) => ending === "left")),
      sendToNextJourney: reasonsOf(counts.filter(({ ending }) => ending === "continuedIn")),
      /** Mismatches by number of occurrences; one person may cause several. */
      hindrances: reasonsOf(events.flatMap((event) => hindranceOf(journey, event))),
      /** Refusals that a page showed above its fields, by their code. */
      topOfPageErrors: reasonsOf(events.flatMap((event) => topOfPageErrorOf(journey, event))),
    };
  });
}

/** The journey ends by the last method that it used; under each earlier one it continues by another method. */
function byMethod(count: Counted): (Counted & { method: string })[] {
  const [last = "none", ...earlier] = count.methods;
  return [
    { ...count, method: last },
    ...earlier.map((method) => ({ ...count, method, ending: "continuedIn" as const })),
  ];
}

function countAttempt({ event, result, journey, method: _method, ...dimensions }: EventCount): Counted[] {
  const attempt = attemptOf({ journey, event, result });
  return attempt === undefined ? [] : [{ ...dimensions, ...attempt, methods: [] }];
}

function attemptOf({ journey, event, result }: Pick<EventCount, "journey" | "event" | "result">) {
  if (!isJourney(journey) || statistics[journey].unit !== "attempt") return undefined;
  const mark = markOf(journey, { event, result });
  if (mark === undefined) return undefined;
  const ending = mark.meaning === "finished" || mark.meaning === "stuck" ? mark.meaning : ("refused" as const);
  return { journey, step: mark.step, ending, reason: mark.reason };
}

/** An event without an outcome is an attempt, or counts in no figure by time. */
function timeOf({ time, count, journey, event, result, ...outcome }: TimeCount) {
  const ending = outcome.ending ?? (event && attemptOf({ journey, event, result: result ?? "" })?.ending);
  return ending === undefined || ending === "" ? [] : [{ time, count, journey, ending }];
}

function hindranceOf(journey: FlowId, counted: EventCount): { reason: string; count: number }[] {
  const mark = counted.journey === journey ? markOf(journey, counted) : undefined;
  return mark?.meaning === "hindrance" ? [{ reason: mark.reason, count: counted.count }] : [];
}

function topOfPageErrorOf(journey: FlowId, counted: EventCount): { reason: string; count: number }[] {
  const mark = counted.journey === journey ? markOf(journey, counted) : undefined;
  return mark?.topOfPageError === undefined ? [] : [{ reason: mark.topOfPageError, count: counted.count }];
}

/** Summarizes the counts of each value, in the order of the values. */
export function groupBy<Count, Summary>(
  counts: readonly Count[],
  nameOf: (count: Count) => string,
  summarize: (counts: readonly Count[]) => Summary,
): Record<string, Summary> {
  const groups = [...Map.groupBy(counts, nameOf)].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(groups.map(([value, some]) => [value, summarize(some)]));
}

export const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);

function figuresOf(counts: readonly { ending: string; count: number }[]): JourneyFigures {
  const of = (ending: JourneyResult) => sum(counts.filter((one) => one.ending === ending));
  const started = sum(counts);
  const inProgress = of("inProgress");
  const stuck = of("stuck");
  const finished = of("finished");
  const ended = started - inProgress;
  const rate = (part: number) => (ended === 0 ? null : Math.round((part / ended) * 1000) / 1000);
  return {
    started,
    finished,
    continuedIn: of("continuedIn"),
    stuck,
    left: of("left"),
    inProgress,
    refused: of("refused"),
    stuckRate: rate(stuck),
    finishRate: rate(finished),
  };
}

/** Most frequent first. */
function reasonsOf(counts: readonly { reason: string; count: number }[]): Counts {
  const counted = [...Map.groupBy(counts, ({ reason }) => reason)].map(
    ([reason, some]) => [reason, sum(some)] as const,
  );
  return Object.fromEntries(counted.toSorted(([, left], [, right]) => right - left));
}
