import type { Drill } from "./drill.ts";
import { type DrillReport, findMissedLimits } from "./drill-table.rule.ts";
import { type FaultId, faultRows } from "./fault.table.ts";

/** Returns the ids of the fault table that a drill name or a test title begins with. */
export const faultIdsIn = (text: string): string[] => /^(?:[AF]-\d+ )*/.exec(text)?.[0].match(/F-\d\d/g) ?? [];

const drillsOf = <Named extends Pick<Drill, "name">>(drills: readonly Named[], id: FaultId) =>
  drills.filter(({ name }) => faultIdsIn(name).includes(id));

/** Renders the fault table of docs/operations/drills.md. */
export function faultPageTable(drills: readonly Pick<Drill, "id" | "name">[]): string {
  const rows = faultRows.map(([id, { fault, tests = [], stories = [], limits = "" }]) => {
    const files = [...tests, ...stories].map((file) => `[${file.split("/").at(-1)}](../../${file})`);
    const coverage = [...drillsOf(drills, id).map((drill) => `\`${drill.id}\``), ...files];
    return `| ${id} | ${fault} | ${coverage.join(", ") || "–"} | ${limits} |`;
  });
  return ["| id | fault | covered by | limitations |", "|---|---|---|---|", ...rows].join("\n");
}

/** Title and result of one test. */
export interface TestReport {
  title: string;
  passed: boolean;
}

/** Renders the verdict of a run for each row of the fault table. */
export function faultVerdicts(reports: readonly DrillReport[], tests: readonly TestReport[]): string {
  return faultRows
    .map(([id, { fault, stories }]) => {
      const drills = drillsOf(
        reports.map((report) => ({ name: report.drill.name, passed: findMissedLimits(report).length === 0 })),
        id,
      );
      const titledTests = tests.filter(({ title }) => faultIdsIn(title).includes(id));
      const parts = [count("drills", drills), count("tests", titledTests), stories && "stories: npm test"].filter(
        Boolean,
      );
      const verdict = verdictOf([...drills, ...titledTests]);
      return `${id}  ${verdict.padEnd(14)}  ${fault} (${parts.join(", ") || "see docs/operations/drills.md"})`;
    })
    .join("\n");
}

function verdictOf(checks: readonly { passed: boolean }[]): string {
  if (checks.length === 0) return "not run";
  return checks.every(({ passed }) => passed) ? "met" : "MISSED";
}

const count = (label: string, all: readonly { passed: boolean }[]) =>
  all.length === 0 ? "" : `${label}: ${all.filter(({ passed }) => passed).length} of ${all.length}`;
