import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MeasureResult, type Metric, shown } from "./metric.ts";

/** Result of a measure with the conditions of its run. */
export interface MeasuredResult extends MeasureResult {
  /** Name of the measure. */
  name: string;
  /** One-minute load average at the start of the measure, including earlier measures. */
  load: number;
  cores: number;
  node: string;
  /** Day of the run, yyyy-mm-dd. */
  day: string;
}

const page = join(import.meta.dirname, "../../docs/performance.md");
const resultsOfPage = /(?<=^## Results\n\n)[\s\S]*?(?=^## )/m;

/** Writes results into docs/performance.md, each in place of the earlier one of the same measure. */
export function saveResults(results: readonly MeasuredResult[], order: readonly string[]): void {
  const text = readFileSync(page, "utf8");
  const earlier = (resultsOfPage.exec(text)?.[0] ?? "").split(/^(?=### )/m);
  const sections = new Map(earlier.map((section) => [/npm run bench -- ([\w-]+)/.exec(section)?.[1] ?? "", section]));
  for (const result of results) sections.set(result.name, sectionOf(result));
  const written = order.flatMap((name) => sections.get(name) ?? []).join("");
  writeFileSync(
    page,
    text.replace(resultsOfPage, () => written),
  );
}

function sectionOf({ name, title, metrics, load, cores, node, day }: MeasuredResult): string {
  const conditions = `\`npm run bench -- ${name}\`, ${day}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}.`;
  const lines = ["| measure | result | target | note |", "|---|--:|---|---|", ...metrics.map(row)];
  return `### ${title}\n\n${conditions}\n\n${lines.join("\n")}\n\n`;
}

function row({ name, value, unit, target, note }: Metric): string {
  return `| ${name} | ${shown(value)} ${unit} | ${describeTarget(target)} | ${note ?? ""} |`.replace(/ {2,}/g, " ");
}

function describeTarget(target: Metric["target"]): string {
  if (target === undefined) return "";
  return `${target.text}, ${target.met ? "met" : "**missed**"}`;
}
