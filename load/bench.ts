import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureDay, newPeopleOf } from "./measures/day.measure.ts";
import { measureFirstPage } from "./measures/first-page.measure.ts";
import { measureFlood } from "./measures/flood.measure.ts";
import { measureGrowth } from "./measures/growth.measure.ts";
import { measureImport } from "./measures/import.measure.ts";
import { measureMemory } from "./measures/memory.measure.ts";
import { type MeasureResult, tableOf } from "./measures/metric.ts";
import { measurePages } from "./measures/page.measure.ts";
import { type MeasuredResult, saveResults } from "./measures/performance-page.ts";
import { measureRaces, visitorsOfRaces } from "./measures/race.measure.ts";
import { measureRegistration } from "./measures/registration.measure.ts";
import { measureReport } from "./measures/report.measure.ts";
import { measureSignIn } from "./measures/sign-in.measure.ts";
import { measureStart } from "./measures/start.measure.ts";
import { measureForgot, measureUnknownUsers } from "./measures/unknown-user.measure.ts";
import { type Portal, startPortal } from "./portal.ts";
import { startProductPostgres } from "./postgres.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** 1,000 runs of each race instead of 50; 1,000,000 people to import and events a day to report instead of 100,000. */
    full: { type: "boolean", default: false },
    /** Number of journeys of the memory measure. */
    journeys: { type: "string", default: "10000" },
    /** Stores the results and regenerates docs/performance.md. */
    write: { type: "boolean", default: false },
  },
});
const runs = options.full ? 1000 : 50;
const journeys = Number(options.journeys);

await using opened = new AsyncDisposableStack();
/** Database of the growth and of the portal that most measures share. */
const postgres = opened.use(await startProductPostgres());
let portal: Portal | undefined;
const onPortal = (measure: (portal: Portal) => Promise<MeasureResult>) => async () => {
  const people = { visitor: 2450 + visitorsOfRaces(runs) + newPeopleOf(journeys), holder: 18_000 };
  portal ??= opened.use(await startPortal({ postgresUrl: postgres.url, people }));
  return measure(portal);
};
/** Run in this order. Without a name, all of them. */
const measures: Record<string, () => Promise<MeasureResult>> = {
  start: measureStart,
  import: () => measureImport(options.full ? 1_000_000 : 100_000),
  growth: () => measureGrowth(postgres.url),
  report: () => measureReport(options.full ? 1_000_000 : 100_000, [1, 10, 100]),
  forgot: measureForgot,
  "first-page": onPortal(measureFirstPage),
  pages: onPortal(measurePages),
  registration: onPortal(measureRegistration),
  "sign-in": onPortal(measureSignIn),
  flood: onPortal(measureFlood),
  "unknown-users": onPortal(measureUnknownUsers),
  day: onPortal(measureDay),
  races: onPortal((portal) => measureRaces(portal, runs)),
  memory: onPortal((portal) => measureMemory(portal, journeys)),
};
const names = Object.keys(measures);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0)
  throw new Error(`no measure is named ${unknown.join(", ")}; the measures are ${names.join(", ")}`);

const machine = { cores: availableParallelism(), node: process.version, day: new Date().toISOString().slice(0, 10) };
const loadAverage = () => loadavg()[0] ?? 0;
if (loadAverage() > machine.cores / 2)
  console.log(`The machine is busy (load ${loadAverage().toFixed(1)}): latencies are longer than on an idle machine.`);
const results: MeasuredResult[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const load = loadAverage();
  const result = await measure();
  results.push({ name, ...result, load, ...machine });
  console.log(tableOf(result));
}

if (options.write) saveResults(results, names);
const missed = results.flatMap(({ title, metrics }) =>
  metrics.filter(({ target }) => target?.met === false).map(({ name }) => `${title}: ${name}`),
);
for (const line of missed) console.error(`Missed – ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;
