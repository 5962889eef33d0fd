import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Drill, type DrillReport, type DrillResult, findMissedLimits, summaryOf } from "./faults/drill.ts";
import { allDrills, faultVerdicts, groupNames, writeFaultPage } from "./faults/fault-coverage.ts";
import type { DatabaseKind } from "./postgres.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Runs of each drill. */
    times: { type: "string", default: "1" },
    /** Ids of drills of the group; all by default. */
    only: { type: "string", multiple: true },
    database: { type: "string", default: "external" },
    /** Folder of an earlier version, installed and built. */
    earlier: { type: "string" },
    /** Writes the fault table into docs/operations/drills.md instead. */
    page: { type: "boolean", default: false },
  },
});
if (options.page) {
  writeFaultPage();
  process.exit();
}
const [group, ...surplus] = positionals;
const { only } = options;
const times = Number(options.times);
const database = (["embedded", "external"] as const).find((kind) => kind === options.database);
const selectedDrills = allDrills.filter((drill) =>
  only === undefined
    ? drill.group === group || (group === undefined && !drill.long)
    : only.some((id) => `${group}/${id}` === drill.id),
);
const hasUnknownDrill = selectedDrills.length < (only?.length ?? 1);
const hasValidTimes = Number.isInteger(times) && times > 0;
if (surplus.length > 0 || hasUnknownDrill || !hasValidTimes || database === undefined) {
  console.error(
    `npm run drills -- [${groupNames.join("|")}] [--only ID] [--times N] [--database embedded|external] [--earlier FOLDER]`,
  );
  console.error(`  ${allDrills.map(({ id }) => id.replace("/", " --only ")).join("\n  ")}`);
  process.exit(2);
}

const load = loadavg()[0] ?? 0;
if (load > availableParallelism())
  console.log(`The machine is busy (load ${load.toFixed(1)}): timeouts of a busy machine may look like failures.`);

// Child processes end with this process.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(130));

const reports: DrillReport[] = [];
for (const drill of selectedDrills)
  if (drill.only !== undefined && drill.only !== database)
    console.log(`\n${drill.id}: skipped, runs only with --database ${drill.only}`);
  else if (drill.needsEarlier && options.earlier === undefined)
    console.log(`\n${drill.id}: skipped, runs only with --earlier FOLDER`);
  else reports.push(await runDrill(drill, database));

console.table(Object.fromEntries(reports.map((report) => [report.drill.id, summaryOf(report)])));
if (group === undefined) console.log(`\n${faultVerdicts(reports)}`);
const missed = reports.flatMap((report) => findMissedLimits(report).map((limit) => `${report.drill.id}: ${limit}`));
for (const line of missed) console.error(`Missed – ${line}`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function runDrill(drill: Drill, kind: DatabaseKind): Promise<DrillReport> {
  console.log(`\n${drill.id}: ${drill.name}`);
  const results: DrillResult[] = [];
  const errors: string[] = [];
  for (let turn = 1; turn <= times; turn += 1)
    try {
      const result = await drill.run(kind, options.earlier);
      results.push(result);
      console.log(`  ${turn}: ${JSON.stringify(result)}`);
    } catch (fault) {
      errors.push(fault instanceof Error ? fault.message : String(fault));
      console.error("  ", fault);
    }
  return { drill, results, errors };
}
