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
export function mannWhitneyP(first: readonly number[], second: readonly number[]): number {
  const [m, n] = [first.length, second.length];
  const total = m + n;
  const pooled = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((one, other) => one.value - other.value);

  let rankSum = 0;
  let ties = 0;
  for (let from = 0; from < total; ) {
    let to = from;
    while (to < total && pooled[to]?.value === pooled[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2;
    for (const { isFirst } of pooled.slice(from, to)) if (isFirst) rankSum += rank;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const u = rankSum - (m * (m + 1)) / 2;
  const deviation = Math.sqrt(((m * n) / 12) * (total + 1 - ties / (total * (total - 1))));
  if (deviation === 0) return 1;
  const distance = Math.max(0, Math.abs(u - (m * n) / 2) - 0.5) / deviation;
  return Math.min(1, 2 * normalTail(distance));
}

/** Share of a normal distribution above `z`, by Abramowitz and Stegun 26.2.17; its error is below 1e-7. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((inner, factor) => t * (factor + inner), 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
