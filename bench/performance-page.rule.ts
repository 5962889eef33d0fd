import { type Finding, type Measured, shown } from "./finding.ts";

/** Result of a measure, with the load of the machine. */
export interface Result extends Measured {
  /** Name of the measure, for `--only`. */
  name: string;
  /** One-minute load average at the start of the measure, including earlier measures. */
  load: number;
  cores: number;
  node: string;
  /** Day of the run, yyyy-mm-dd. */
  day: string;
}

const head = `# Performance

What is measured, what it has to be, and what it was. _This page is made by \`npm run bench -- --write\`: no figure is copied by hand._

## How

- The servers run as they ship, demo mode with the limits of production, over the embedded PostgreSQL. Two servers share one database, and 100,000 policies are in it.
- Servers, PostgreSQL and who asks share one machine and its cores. On hosts of their own each would have more.
- A percentile is over all samples of a measure: p95 is what 95 of 100 stay under.
- The load is the number of programs that wanted a core, over the minute before, our own included. Above the number of cores, times are longer than those of a quiet machine.
- A flood comes from a process of its own, over connections that are open. Time counts from the request to the first byte of its answer, so it holds the time to read 500 answers on the same cores.

## Again

\`npm run bench\` measures everything in some minutes and ends with 1 when a bar was missed. \`npm run bench -- --only flood\` takes one measure, \`--full\` runs each race 1,000 times, \`--write\` draws this page anew; with \`--only\`, that section alone.
`;

const tail = `## What this does not say

- Nothing here was measured over a network, behind a proxy, or on hardware made for servers.
`;

/** Renders docs/performance.md. */
export function performancePage(results: readonly Result[]): string {
  return [head, "## Found\n", ...results.map(section), tail].join("\n");
}

function section({ title, findings, load, cores, node, day }: Result): string {
  const rows = findings.map(row);
  const lines = ["| what | found | has to be | |", "|---|--:|---|---|", ...rows];
  return `### ${title}\n\n${day}, ${cores} cores, Node ${node}, load ${load.toFixed(1)}.\n\n${lines.join("\n")}\n`;
}

function row({ what, value, unit, bar, note }: Finding): string {
  const verdict = bar === undefined ? "" : `${bar.words}${bar.met ? "" : " – **missed**"}`;
  return `| ${what} | ${shown(value)} ${unit} | ${verdict} | ${note ?? ""} |`.replace(/ {2,}/g, " ");
}
