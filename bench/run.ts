import { rmSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BenchServer, openBenchServer, temporaryFolder } from "./bench-server.ts";
import { type Measured, tableOf } from "./finding.ts";
import { measureDay } from "./measures/day.measure.ts";
import { measureFirstPage } from "./measures/first-page.measure.ts";
import { measureFlood } from "./measures/flood.measure.ts";
import { measureForgot } from "./measures/forgot.measure.ts";
import { measureGrowth } from "./measures/growth.measure.ts";
import { measureImport } from "./measures/import.measure.ts";
import { measureMemory } from "./measures/memory.measure.ts";
import { measurePages } from "./measures/page.measure.ts";
import { measureRaces, visitorsOfRaces } from "./measures/race.measure.ts";
import { measureRegistration } from "./measures/registration.measure.ts";
import { measureSignIn } from "./measures/sign-in.measure.ts";
import { measureStart } from "./measures/start.measure.ts";
import { measureUnknownUsers } from "./measures/unknown-user.measure.ts";
import type { Result } from "./performance-page.rule.ts";
import { saveResults } from "./result.store.ts";
import { newPeopleOf } from "./visits.ts";

const { values: wish, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** 1,000 runs of each race instead of 50, and an import of 1,000,000 people instead of 100,000. */
    full: { type: "boolean", default: false },
    /** Journeys of the measure of memory. */
    journeys: { type: "string", default: "10000" },
    /** Stores the results and regenerates docs/performance.md. */
    write: { type: "boolean", default: false },
  },
});
/** Names of the measures to take; without one, all. */
const only = new Set(positionals);
const runs = wish.full ? 1000 : 50;
const journeys = Number(wish.journeys);
const folder = temporaryFolder();
const dataDir = join(folder, "data");
const alone = {
  start: measureStart,
  import: () => measureImport({ people: wish.full ? 1_000_000 : 100_000 }),
  growth: () => measureGrowth({ folder, dataDir }),
  forgot: measureForgot,
};
const inHouse = {
  "first-page": measureFirstPage,
  pages: measurePages,
  registration: measureRegistration,
  "sign-in": measureSignIn,
  flood: measureFlood,
  "unknown-users": measureUnknownUsers,
  day: measureDay,
  races: (benchServer: BenchServer) => measureRaces(benchServer, { runs }),
  memory: (benchServer: BenchServer) => measureMemory(benchServer, { journeys }),
};
const names = [...Object.keys(alone), ...Object.keys(inHouse)];
const wanted = <Measure>(measures: Record<string, Measure>) =>
  Object.entries(measures).filter(([name]) => only.size === 0 || only.has(name));

const load = () => loadavg()[0] ?? 0;
const machine = { cores: availableParallelism(), node: process.version, day: new Date().toISOString().slice(0, 10) };
if (load() > machine.cores / 2)
  console.log(`The machine is busy (load ${load().toFixed(1)}): times are not those of a quiet one.`);

const results: Result[] = [];
const take = async (name: string, measure: () => Promise<Measured>) => {
  const before = load();
  const measured = await measure();
  results.push({ name, ...measured, load: before, ...machine });
  console.log(tableOf(measured));
};
try {
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`no measure is named ${unknown.join(", ")}: take ${names.join(", ")}`);
  for (const [name, measure] of wanted(alone)) await take(name, measure);
  const measures = wanted(inHouse);
  if (measures.length > 0) {
    const benchServer = await openBenchServer({
      folder,
      dataDir,
      visitors: 2450 + visitorsOfRaces(runs) + newPeopleOf(journeys),
      holders: 18_000,
    });
    try {
      for (const [name, measure] of measures) await take(name, () => measure(benchServer));
    } finally {
      await benchServer.close();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

if (wish.write) saveResults(results, { order: names });
const missed = results.flatMap(({ title, findings }) =>
  findings.filter(({ target }) => target?.met === false).map(({ what }) => `${title}: ${what}`),
);
for (const line of missed) console.error(`Missed – ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;
