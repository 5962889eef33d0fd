import { median } from "../bench/statistics.rule.ts";
import type { Drill, DrillResult } from "./drill.ts";

/** All runs of one drill; a run that could not be carried out has an error in place of a result. */
export interface DrillOutcome {
  drill: Pick<Drill, "id" | "name" | "maxSecondsUntilServed" | "maxDoubled">;
  results: readonly DrillResult[];
  errors: readonly string[];
}

/** The limits that the outcome misses, one sentence each. Empty when every limit is met. */
export function missedBars({ drill, results, errors }: DrillOutcome): string[] {
  const slowest = Math.max(0, ...results.map(({ secondsUntilServed }) => secondsUntilServed));
  const counts = [
    { count: sumOf(results, "serversEnded"), what: "servers ended", most: 0 },
    { count: sumOf(results, "lost"), what: "lost", most: 0 },
    { count: sumOf(results, "doubled"), what: "doubled", most: (drill.maxDoubled ?? 0) * results.length },
  ];
  const seconds = slowest === Number.POSITIVE_INFINITY ? "not served again" : `served after ${slowest.toFixed(1)} s`;
  return [
    ...errors,
    ...(results.length === 0 && errors.length === 0 ? ["not run"] : []),
    ...counts.filter(({ count, most }) => count > most).map(({ count, what }) => `${what}: ${count}`),
    ...(slowest <= drill.maxSecondsUntilServed ? [] : [`${seconds}, at most ${drill.maxSecondsUntilServed} s`]),
    ...new Set(results.flatMap(({ violations }) => violations)),
  ];
}

export function drillTable(outcomes: readonly DrillOutcome[]): string {
  const head = [
    "drill",
    "times",
    "servers ended",
    "lost",
    "doubled",
    "served again (median, slowest, limit)",
    "interrupted (longest)",
    "",
  ];
  const rows = outcomes.map((outcome) => {
    const { drill, results, errors } = outcome;
    const seconds = results.map(({ secondsUntilServed }) => secondsUntilServed);
    const served = `${shown(median(seconds))}, ${shown(Math.max(...seconds))}, ${drill.maxSecondsUntilServed} s`;
    const counts = (["serversEnded", "lost", "doubled"] as const).map((name) => String(sumOf(results, name)));
    const verdict = missedBars(outcome).length === 0 ? "met" : "MISSED";
    const interrupted = Math.max(
      ...results.map(({ interruptedSeconds = Number.NEGATIVE_INFINITY }) => interruptedSeconds),
    );
    const times = String(results.length + errors.length);
    return [
      drill.id,
      times,
      ...counts,
      served,
      Number.isFinite(interrupted) ? `${shown(interrupted)} s` : "–",
      verdict,
    ];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [line(head), ...rows.map(line)].map((text) => text.trimEnd()).join("\n");
}

const shown = (seconds: number) => (Number.isFinite(seconds) ? seconds.toFixed(1) : "–");

function sumOf(results: readonly DrillResult[], name: "serversEnded" | "lost" | "doubled"): number {
  return results.reduce((sum, result) => sum + result[name], 0);
}
