import { median } from "../measures/statistics.rule.ts";
import type { Drill, DrillResult } from "./drill.ts";

/** All runs of one drill. A run that could not be carried out has an error in place of a result. */
export interface DrillReport {
  drill: Pick<Drill, "id" | "name" | "maxRecoverySeconds" | "maxDuplicates">;
  results: readonly DrillResult[];
  errors: readonly string[];
}

/** Returns the limits that the outcome misses, one sentence each; empty if all are met. */
export function findMissedLimits({ drill, results, errors }: DrillReport): string[] {
  const slowest = Math.max(0, ...results.map(({ recoverySeconds }) => recoverySeconds));
  const counts = [
    { label: "servers ended", count: sumOf(results, "serversEnded"), limit: 0 },
    { label: "lost", count: sumOf(results, "lost"), limit: 0 },
    { label: "duplicated", count: sumOf(results, "duplicated"), limit: (drill.maxDuplicates ?? 0) * results.length },
  ];
  const recovery = slowest === Number.POSITIVE_INFINITY ? "no recovery" : `recovery in ${slowest.toFixed(1)} s`;
  return [
    ...errors,
    ...(results.length === 0 && errors.length === 0 ? ["not run"] : []),
    ...counts.filter(({ count, limit }) => count > limit).map(({ label, count }) => `${label}: ${count}`),
    ...(slowest <= drill.maxRecoverySeconds ? [] : [`${recovery}, at most ${drill.maxRecoverySeconds} s`]),
    ...new Set(results.flatMap(({ violations }) => violations)),
  ];
}

export function drillTable(reports: readonly DrillReport[]): string {
  const head = [
    "drill",
    "runs",
    "servers ended",
    "lost",
    "duplicated",
    "recovery (median, slowest, limit)",
    "longest interruption",
    "result",
  ];
  const rows = reports.map((report) => {
    const { drill, results, errors } = report;
    const seconds = results.map(({ recoverySeconds }) => recoverySeconds);
    const recovery = `${formatSeconds(median(seconds))}, ${formatSeconds(Math.max(...seconds))}, ${drill.maxRecoverySeconds} s`;
    const counts = (["serversEnded", "lost", "duplicated"] as const).map((name) => String(sumOf(results, name)));
    const verdict = findMissedLimits(report).length === 0 ? "met" : "MISSED";
    const interruption = Math.max(
      ...results.map(({ interruptionSeconds = Number.NEGATIVE_INFINITY }) => interruptionSeconds),
    );
    const runs = String(results.length + errors.length);
    return [
      drill.id,
      runs,
      ...counts,
      recovery,
      Number.isFinite(interruption) ? `${formatSeconds(interruption)} s` : "–",
      verdict,
    ];
  });
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [line(head), ...rows.map(line)].map((text) => text.trimEnd()).join("\n");
}

const formatSeconds = (seconds: number) => (Number.isFinite(seconds) ? seconds.toFixed(1) : "–");

function sumOf(results: readonly DrillResult[], name: "serversEnded" | "lost" | "duplicated"): number {
  return results.reduce((sum, result) => sum + result[name], 0);
}
