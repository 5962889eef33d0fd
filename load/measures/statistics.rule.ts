import { errorFunction, wilcoxonRankSum } from "simple-statistics";

/** The smallest sample that a share of the samples does not exceed; `share` is between 0 and 1. NaN without samples. */
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
