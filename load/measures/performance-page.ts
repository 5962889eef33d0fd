import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MeasureResult, type Metric, shown } from "./metric.ts";

/** Result of a measure with the conditions of its run. */
export interface StoredResult extends MeasureResult {
  /** Name of the measure. */
  name: string;
  /** One-minute load average at the start of the measure, including earlier measures. */
  load: number;
  cores: number;
  node: string;
  /** Day of the run, yyyy-mm-dd. */
  day: string;
}

const file = join(import.meta.dirname, "results.json");
const page = join(import.meta.dirname, "../../docs/performance.md");

/** Replaces the stored results of the measures that ran, keeps those of the others and writes all into docs/performance.md. */
export function saveResults(newResults: readonly StoredResult[], order: readonly string[]): void {
  const saved: StoredResult[] = JSON.parse(readFileSync(file, "utf8"));
  const results = order.flatMap((name) =>
    [...newResults, ...saved].filter((result) => result.name === name).slice(0, 1),
  );
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  const sections = ["## Results\n", ...results.map(section)].join("\n");
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(/^## Results[\s\S]*(?=\n## )/m, () => sections),
  );
}

function section({ title, metrics, load, cores, node, day }: StoredResult): string {
  const rows = metrics.map(row);
  const lines = ["| measure | result | target | note |", "|---|--:|---|---|", ...rows];
  return `### ${title}\n\n${day}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}.\n\n${lines.join("\n")}\n`;
}

function row({ name, value, unit, target, note }: Metric): string {
  return `| ${name} | ${shown(value)} ${unit} | ${describeTarget(target)} | ${note ?? ""} |`.replace(/ {2,}/g, " ");
}

function describeTarget(target: Metric["target"]): string {
  if (target === undefined) return "";
  return `${target.text}, ${target.met ? "met" : "**missed**"}`;
}
