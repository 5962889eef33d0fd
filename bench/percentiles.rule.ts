import type { Finding } from "./finding.ts";
import { percentile } from "./statistics.rule.ts";

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
