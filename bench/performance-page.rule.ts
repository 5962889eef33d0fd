import { type Finding, type Measured, shown } from "./finding.ts";

/** Result of a measure, with the load of the machine. */
export interface Result extends Measured {
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

Measurements, their limits and their results. _\`npm run bench -- --write\` generates this page: no figure is copied by hand._

## How

- The servers run unmodified, in demo mode with the limits of production, over the embedded PostgreSQL. Two servers share one database, with 1,000,000 policies and accounts after the measure of growth.
- Servers, PostgreSQL and clients share one machine and its cores. On separate hosts each would have more.
- A percentile is over all samples of a measure: 95 of 100 samples are below p95.
- The load is the one-minute load average, including the bench itself. Above the number of cores, times are longer than on an idle machine.
- A flood comes from a separate process over open connections. Time counts from the request to the first byte of its response, so it includes the time to read 500 responses on the same cores.

## Run it again

\`npm run bench\` takes up to 40 minutes and exits with 1 when a limit was missed. \`npm run bench -- flood\` takes one measure, \`--full\` runs each race 1,000 times and imports 1,000,000 people, \`--journeys 100000\` measures memory over that many, \`--write\` regenerates this page; with names of measures, those sections alone.
`;

const tail = `## Limitations

- Nothing was measured over a network, behind a proxy, or on server hardware.
`;

/** Renders docs/performance.md. */
export function performancePage(results: readonly Result[]): string {
  return [head, "## Results\n", ...results.map(section), tail].join("\n");
}

function section({ title, findings, load, cores, node, day }: Result): string {
  const rows = findings.map(row);
  const lines = ["| what | found | has to be | |", "|---|--:|---|---|", ...rows];
  return `### ${title}\n\n${day}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}.\n\n${lines.join("\n")}\n`;
}

function row({ what, value, unit, target, note }: Finding): string {
  const verdict = target === undefined ? "" : `${target.words}${target.met ? "" : " – **missed**"}`;
  return `| ${what} | ${shown(value)} ${unit} | ${verdict} | ${note ?? ""} |`.replace(/ {2,}/g, " ");
}
