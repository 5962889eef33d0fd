import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { allDrills, groupNames } from "./faults/all-drills.ts";
import type { Drill } from "./faults/drill.ts";
import type { DatabaseKind } from "./faults/drill-postgres.ts";
import { type DrillReport, drillTable, findMissedLimits } from "./faults/drill-table.rule.ts";
import { faultRows } from "./faults/fault.table.ts";
import { faultVerdicts, type TestReport } from "./faults/fault-table.rule.ts";

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
  },
});
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
const tests = group === undefined ? runFaultTests() : [];

console.log(`\n${drillTable(reports)}`);
if (group === undefined) console.log(`\n${faultVerdicts(reports, tests)}`);
for (const outcome of reports)
  for (const missed of findMissedLimits(outcome)) console.error(`Missed – ${outcome.drill.id}: ${missed}`);
for (const { title, passed } of tests) if (!passed) console.error(`Failed – ${title}`);
const hasFailed = reports.some((report) => findMissedLimits(report).length > 0) || tests.some(({ passed }) => !passed);
process.exitCode = hasFailed ? 1 : 0;

async function runDrill(drill: Drill, kind: DatabaseKind): Promise<DrillReport> {
  console.log(`\n${drill.id}: ${drill.name}`);
  const report = { drill, results: [] as DrillReport["results"][number][], errors: [] as string[] };
  for (let turn = 1; turn <= times; turn += 1) {
    try {
      const result = await drill.run(kind, options.earlier);
      report.results.push(result);
      console.log(`  ${turn}: ${JSON.stringify(result)}`);
    } catch (fault) {
      report.errors.push(fault instanceof Error ? fault.message : String(fault));
      console.error(`  ${turn}:`, fault);
    }
  }
  try {
    report.errors.push(...((await drill.finish?.()) ?? []));
  } catch (fault) {
    report.errors.push(fault instanceof Error ? fault.message : String(fault));
  }
  return report;
}

function runFaultTests(): TestReport[] {
  const root = join(import.meta.dirname, "..");
  const files = [...new Set(faultRows.flatMap(([, { tests = [] }]) => tests))];
  const folder = mkdtempSync(join(tmpdir(), "vestibule-drill-"));
  const report = join(folder, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = ["run", ...files, "--testNamePattern", "F-\\d\\d", "--reporter=json", `--outputFile=${report}`];
  console.log("\ntests of the fault table");
  const env = { ...process.env, TEST_MATRIX: "whole" };
  spawnSync(process.execPath, [vitest, ...args], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    testResults: { assertionResults: { title: string; ancestorTitles: string[]; status: string }[] }[];
  };
  rmSync(folder, { recursive: true });
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed")
    .map(({ title, status }) => ({ title, passed: status === "passed" }));
}
