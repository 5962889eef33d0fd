import { median } from "../measures/statistics.rule.ts";
import type { DatabaseKind } from "../postgres.ts";

/** A fault caused on purpose, with the limits that must hold during and after it. */
export interface Drill {
  /** In lower case with dashes; the value of `--only`. */
  id: string;
  /** Begins with the ids of the faults that it causes, such as F-02. */
  name: string;
  /** Maximum seconds from the end of the fault until all requests succeed again. */
  maxRecoverySeconds: number;
  /** Maximum number of duplicate writes in one run; 0 by default. */
  maxDuplicates?: number | undefined;
  /** Takes minutes and is run only when its group or its id is named. */
  long?: boolean | undefined;
  /** The only kind of PostgreSQL that it runs on; both by default. */
  only?: DatabaseKind | undefined;
  /** Needs the folder of an earlier version. */
  needsEarlier?: boolean | undefined;
  /** Starts its environment and causes the fault. Rejects when the drill itself fails. */
  run(database: DatabaseKind, earlier?: string): Promise<DrillResult>;
}

export interface DrillResult {
  /** Server processes that ended unexpectedly. */
  serversEnded: number;
  /** Acknowledged writes that are missing afterwards. */
  lost: number;
  /** Number of duplicate writes. */
  duplicated: number;
  /** Seconds from the end of the fault until every request succeeds again; Infinity if that was not observed. */
  recoverySeconds: number;
  /**
   * Longest time in seconds from a failed request to the next successful one of its kind; absent if the drill sends no
   * load.
   */
  interruptionSeconds?: number;
  /** Other violations, one sentence each. */
  violations: readonly string[];
}

/** All runs of one drill. A run that could not be carried out has an error in place of a result. */
export interface DrillReport {
  drill: Pick<Drill, "id" | "name" | "maxRecoverySeconds" | "maxDuplicates">;
  results: readonly DrillResult[];
  errors: readonly string[];
}

/** Returns the limits that the results miss, one sentence each; empty if all are met. */
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

/** What the table of a run shows of a drill. */
export function summaryOf(report: DrillReport) {
  const { drill, results, errors } = report;
  const seconds = results.map(({ recoverySeconds }) => recoverySeconds);
  const interruptions = results.flatMap(({ interruptionSeconds }) => interruptionSeconds ?? []);
  return {
    runs: results.length + errors.length,
    "servers ended": sumOf(results, "serversEnded"),
    lost: sumOf(results, "lost"),
    duplicated: sumOf(results, "duplicated"),
    "recovery: median": formatSeconds(median(seconds)),
    slowest: formatSeconds(Math.max(...seconds)),
    limit: `${drill.maxRecoverySeconds} s`,
    "longest interruption": formatSeconds(Math.max(...interruptions)),
    result: findMissedLimits(report).length === 0 ? "met" : "MISSED",
  };
}

const formatSeconds = (seconds: number) => (Number.isFinite(seconds) ? `${seconds.toFixed(1)} s` : "–");

function sumOf(results: readonly DrillResult[], name: "serversEnded" | "lost" | "duplicated"): number {
  return results.reduce((sum, result) => sum + result[name], 0);
}
