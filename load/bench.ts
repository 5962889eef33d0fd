import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BenchServer, openBenchServer, temporaryFolder } from "./bench-server.ts";
import { newPeopleOf } from "./journeys.ts";
import { measureDay } from "./measures/day.measure.ts";
import { measureFirstPage } from "./measures/first-page.measure.ts";
import { measureFlood } from "./measures/flood.measure.ts";
import { measureForgot } from "./measures/forgot.measure.ts";
import { measureGrowth } from "./measures/growth.measure.ts";
import { measureImport } from "./measures/import.measure.ts";
import { measureMemory } from "./measures/memory.measure.ts";
import { type MeasureResult, tableOf } from "./measures/metric.ts";
import { measurePages } from "./measures/page.measure.ts";
import type { StoredResult } from "./measures/performance-page.rule.ts";
import { measureRaces, visitorsOfRaces } from "./measures/race.measure.ts";
import { measureRegistration } from "./measures/registration.measure.ts";
import { measureRememberedBrowsers } from "./measures/remembered-browser.measure.ts";
import { saveResults } from "./measures/result.store.ts";
import { measureSignIn } from "./measures/sign-in.measure.ts";
import { measureStart } from "./measures/start.measure.ts";
import { measureUnknownUsers } from "./measures/unknown-user.measure.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** 1,000 runs of each race instead of 50, and an import of 1,000,000 people instead of 100,000. */
    full: { type: "boolean", default: false },
    /** Number of journeys of the memory measure. */
    journeys: { type: "string", default: "10000" },
    /** Stores the results and regenerates docs/performance.md. */
    write: { type: "boolean", default: false },
  },
});
/** Names of the measures to run. Empty means all. */
const selected = new Set(positionals);
const runs = options.full ? 1000 : 50;
const journeys = Number(options.journeys);
const folder = temporaryFolder();
const dataDir = join(folder, "data");
/** Measures that start their own servers, or none. */
const standaloneMeasures = {
  start: measureStart,
  import: () => measureImport({ people: options.full ? 1_000_000 : 100_000 }),
  growth: () => measureGrowth({ folder, dataDir }),
  forgot: measureForgot,
};
/** Measures that share two servers. */
const sharedServerMeasures = {
  "first-page": measureFirstPage,
  pages: measurePages,
  registration: measureRegistration,
  "sign-in": measureSignIn,
  "remembered-browser": (benchServer: BenchServer) => measureRememberedBrowsers(benchServer, { folder, dataDir }),
  flood: measureFlood,
  "unknown-users": measureUnknownUsers,
  day: measureDay,
  races: (benchServer: BenchServer) => measureRaces(benchServer, { runs }),
  memory: (benchServer: BenchServer) => measureMemory(benchServer, { journeys }),
};
const names = [...Object.keys(standaloneMeasures), ...Object.keys(sharedServerMeasures)];
const selectedFrom = <Measure>(measures: Record<string, Measure>) =>
  Object.entries(measures).filter(([name]) => selected.size === 0 || selected.has(name));

const loadAverage = () => loadavg()[0] ?? 0;
const machine = { cores: availableParallelism(), node: process.version, day: new Date().toISOString().slice(0, 10) };
if (loadAverage() > machine.cores / 2)
  console.log(`The machine is busy (load ${loadAverage().toFixed(1)}): latencies are longer than on an idle machine.`);

const results: StoredResult[] = [];
const runMeasure = async (name: string, measure: () => Promise<MeasureResult>) => {
  const load = loadAverage();
  const result = await measure();
  results.push({ name, ...result, load, ...machine });
  console.log(tableOf(result));
};
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`no measure is named ${unknown.join(", ")}; the measures are ${names.join(", ")}`);
for (const [name, measure] of selectedFrom(standaloneMeasures)) await runMeasure(name, measure);
const onSharedServers = selectedFrom(sharedServerMeasures);
if (onSharedServers.length > 0) {
  const benchServer = await openBenchServer({
    folder,
    dataDir,
    visitors: 2450 + visitorsOfRaces(runs) + newPeopleOf(journeys),
    holders: 18_000,
  });
  try {
    for (const [name, measure] of onSharedServers) await runMeasure(name, () => measure(benchServer));
  } finally {
    await benchServer.close();
  }
}

if (options.write) saveResults(results, { order: names });
const missed = results.flatMap(({ title, metrics }) =>
  metrics.filter(({ target }) => target?.met === false).map(({ name }) => `${title}: ${name}`),
);
for (const line of missed) console.error(`Missed – ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;
