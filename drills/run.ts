import { globSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Drill } from "./drill.ts";
import { type DrillOutcome, drillTable, missedBars } from "./drill-table.rule.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Runs of each drill. */
    times: { type: "string", default: "1" },
    /** One drill of the group, by its id. */
    only: { type: "string" },
  },
});

const suffix = ".drill.ts";
const groups = globSync(`*${suffix}`, { cwd: import.meta.dirname }).map((file) => file.slice(0, -suffix.length));
const [group, ...others] = positionals;
const times = Number(options.times);
if (group === undefined || others.length > 0 || !groups.includes(group) || !(Number.isInteger(times) && times > 0)) {
  console.error(`npm run drills -- <${groups.sort().join("|")}> [--times N] [--only ID]`);
  process.exit(2);
}

const { drills } = (await import(join(import.meta.dirname, group + suffix))) as { drills: readonly Drill[] };
const chosen = drills.filter(({ id }) => options.only === undefined || options.only === id);
if (chosen.length === 0) {
  console.error(`--only takes one of ${drills.map(({ id }) => id).join(", ")}`);
  process.exit(2);
}

const load = loadavg()[0] ?? 0;
if (load > availableParallelism())
  console.log(`The machine is busy (load ${load.toFixed(1)}): what is late may look like what failed.`);

// Child processes end with this process.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(130));

const outcomes: DrillOutcome[] = [];
for (const drill of chosen) {
  console.log(`\n${drill.id}: ${drill.name}`);
  const outcome = { drill, results: [] as DrillOutcome["results"][number][], errors: [] as string[] };
  for (let turn = 1; turn <= times; turn += 1) {
    try {
      const result = await drill.run();
      outcome.results.push(result);
      console.log(`  ${turn}: ${JSON.stringify(result)}`);
    } catch (fault) {
      outcome.errors.push(fault instanceof Error ? fault.message : String(fault));
      console.error(`  ${turn}:`, fault);
    }
  }
  try {
    outcome.errors.push(...((await drill.finish?.()) ?? []));
  } catch (fault) {
    outcome.errors.push(fault instanceof Error ? fault.message : String(fault));
  }
  outcomes.push(outcome);
}

console.log(`\n${drillTable(outcomes)}`);
for (const outcome of outcomes)
  for (const missed of missedBars(outcome)) console.error(`Missed – ${outcome.drill.id}: ${missed}`);
process.exitCode = outcomes.some((outcome) => missedBars(outcome).length > 0) ? 1 : 0;
