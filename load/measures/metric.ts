import { percentile } from "./statistics.rule.ts";

/** One measured number, with the target that it has to meet, if any. */
export interface Metric {
  name: string;
  value: number;
  unit: string;
  target?: { text: string; met: boolean };
  /** A remark for the reader, such as the number of samples. */
  note?: string;
}

export interface MeasureResult {
  title: string;
  metrics: Metric[];
}

/** Judges a value. */
type Target = (value: number) => NonNullable<Metric["target"]>;

export const atMost = (limit: number): Target => {
  return (value) => ({ text: `at most ${limit}`, met: value <= limit });
};

export const atLeast = (limit: number): Target => {
  return (value) => ({ text: `at least ${limit}`, met: value >= limit });
};

export const above = (limit: number): Target => {
  return (value) => ({ text: `above ${limit}`, met: value > limit });
};

export const exactly = (expected: number): Target => {
  return (value) => ({ text: `exactly ${expected}`, met: value === expected });
};

export function metric(
  name: string,
  value: number,
  unit: string,
  { target, note }: { target?: Target | undefined; note?: string | undefined } = {},
): Metric {
  return { name, value, unit, ...(target && { target: target(value) }), ...(note !== undefined && { note }) };
}

/** Renders a result for the terminal. */
export function tableOf({ title, metrics }: MeasureResult): string {
  const width = Math.max(...metrics.map(({ name }) => name.length));
  const lines = metrics.map(({ name, value, unit, target, note }) => {
    const verdict = target === undefined ? "" : `${target.text}, ${target.met ? "met" : "MISSED"}`;
    const remarks = [verdict, note].filter(Boolean).join("; ");
    return `  ${name.padEnd(width)}  ${shown(value).padStart(9)} ${unit.padEnd(5)} ${remarks}`.trimEnd();
  });
  return [`\n${title}`, ...lines].join("\n");
}

/** Formats an integer as it is, and any other number with two to three significant digits. */
export function shown(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 1 ? 3 : value < 100 ? 1 : 0);
}

/** Median, 95th and 99th percentile of latencies in milliseconds. `subject` begins the name of each. */
export function latencyMetrics(subject: string, millis: readonly number[]): Metric[] {
  const latency = (percent: number, note?: string) =>
    metric(`${subject}, latency p${percent}`, percentile(millis, percent / 100), "ms", { note });
  return [latency(50, `${millis.length} samples`), latency(95), latency(99)];
}
