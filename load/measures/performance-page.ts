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

const head = `# Performance

Results of measurements, with their targets. _\`npm run bench -- --write\` generates this page: no figure is copied by hand._

## How

- The servers run unmodified, in demo mode with the limits of production, over the embedded PostgreSQL. Two servers share one database, with 1,000,000 policies and accounts once the growth is measured.
- Servers, PostgreSQL and clients share one machine and its cores. On separate hosts each would have more.
- A percentile is over all samples of a measure: 95 of 100 samples do not exceed p95.
- The load is the one-minute load average, including that of the measure itself. Above the number of cores, times are longer than on an idle machine.
- A flood comes from a separate process over open connections. Its latency is the time from the request to the first byte of the response, so it includes the time to read 500 responses on the same cores.

## Run it again

\`npm run bench\` takes up to 40 minutes and exits with 1 when a target was missed. \`npm run bench -- flood\` runs one measure, \`--full\` runs each race 1,000 times, imports 1,000,000 people and reports days of 1,000,000 events, \`--journeys 100000\` measures memory over that many, \`--write\` regenerates this page; with names of measures, only those sections.
`;

const tail = `## Limitations

- Nothing was measured over a network, behind a proxy, or on server hardware.
`;

const file = join(import.meta.dirname, "results.json");
const page = join(import.meta.dirname, "../../docs/performance.md");

/** Replaces the stored results of the measures that ran, keeps those of the others and renders docs/performance.md. */
export function saveResults(newResults: readonly StoredResult[], order: readonly string[]): void {
  const saved: StoredResult[] = JSON.parse(readFileSync(file, "utf8"));
  const results = order.flatMap((name) =>
    [...newResults, ...saved].filter((result) => result.name === name).slice(0, 1),
  );
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(page, [head, "## Results\n", ...results.map(section), tail].join("\n"));
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
