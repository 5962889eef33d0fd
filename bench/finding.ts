/** One measured number. `target`: the limit it has to meet, where there is one. */
export interface Finding {
  what: string;
  value: number;
  unit: string;
  target?: { words: string; met: boolean };
  /** Shown beside the number. */
  note?: string;
}

export interface Measured {
  title: string;
  findings: Finding[];
}

export function atMost(limit: number, value: number): Finding["target"] {
  return { words: `at most ${limit}`, met: value <= limit };
}

export function atLeast(limit: number, value: number): Finding["target"] {
  return { words: `at least ${limit}`, met: value >= limit };
}

export function exactly(wanted: number, value: number): Finding["target"] {
  return { words: `exactly ${wanted}`, met: value === wanted };
}

export function tableOf({ title, findings }: Measured): string {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(({ what, value, unit, target, note }) => {
    const verdict = target === undefined ? "" : `${target.met ? "met" : "MISSED"}: ${target.words}`;
    const remarks = [verdict, note].filter(Boolean).join("; ");
    return `  ${what.padEnd(width)}  ${shown(value).padStart(9)} ${unit.padEnd(5)} ${remarks}`.trimEnd();
  });
  return [`\n${title}`, ...lines].join("\n");
}

/** Integers unchanged, others with their significant digits. */
export function shown(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value.toFixed(value < 1 ? 3 : value < 100 ? 1 : 0);
}
