import { errorFunction, wilcoxonRankSum } from "simple-statistics";
import type { Finding } from "./finding.ts";

/** The value that a share of the samples does not exceed; `share` between 0 and 1. NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5);

/**
 * Two-sided p of the Mann–Whitney U test, by the normal approximation with correction for ties and continuity: the
 * probability that two sets from one source differ at least this much.
 */
export function mannWhitneyP(first: number[], second: number[]): number {
  const m = first.length;
  const n = second.length;
  const total = m + n;
  const groups = [...Map.groupBy([...first, ...second], (value) => value).values()];
  const ties = groups.reduce((sum, { length }) => sum + length ** 3 - length, 0);
  const u = wilcoxonRankSum(first, second) - (m * (m + 1)) / 2;
  const deviation = Math.sqrt(((m * n) / 12) * (total + 1 - ties / (total * (total - 1))));
  if (deviation === 0) return 1;
  const distance = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5) / deviation;
  return 1 - errorFunction(distance / Math.SQRT2);
}

/** Median, 95th and 99th percentile of times in milliseconds. */
export function percentiles(what: string, millis: readonly number[]): Finding[] {
  const shares = [
    { name: "p50", share: 0.5 },
    { name: "p95", share: 0.95 },
    { name: "p99", share: 0.99 },
  ];
  return shares.map(({ name, share }, index) => ({
    what: `${what}, ${name}`,
    value: percentile(millis, share),
    unit: "ms",
    ...(index === 0 && { note: `${millis.length} samples` }),
  }));
}
