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

export function atMost(limit: number, value: number): Metric["target"] {
  return { text: `at most ${limit}`, met: value <= limit };
}

export function atLeast(limit: number, value: number): Metric["target"] {
  return { text: `at least ${limit}`, met: value >= limit };
}

export function exactly(expected: number, value: number): Metric["target"] {
  return { text: `exactly ${expected}`, met: value === expected };
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
