import type { Drill } from "./drill.ts";
import { type DrillOutcome, missedBars } from "./drill-table.rule.ts";
import { type FaultId, faultRows } from "./fault.table.ts";

/** The rows of the fault table that a name or a title begins with. */
export const faultIdsIn = (text: string): string[] => /^(?:[AF]-\d+ )*/.exec(text)?.[0].match(/F-\d\d/g) ?? [];

const drillsOf = <Named extends Pick<Drill, "name">>(drills: readonly Named[], id: FaultId) =>
  drills.filter(({ name }) => faultIdsIn(name).includes(id));

/** The table of docs/operations/drills.md. */
export function faultPageTable(drills: readonly Pick<Drill, "id" | "name">[]): string {
  const rows = faultRows.map(([id, { fault, tests = [], stories = [], limits = "" }]) => {
    const files = [...tests, ...stories].map((file) => `[${file.split("/").at(-1)}](../../${file})`);
    const shown = [...drillsOf(drills, id).map((drill) => `\`${drill.id}\``), ...files];
    return `| ${id} | ${fault} | ${shown.join(", ") || "–"} | ${limits} |`;
  });
  return ["| id | fault | shown by | limits |", "|---|---|---|---|", ...rows].join("\n");
}

/** Titles of tests with their result. */
export interface TestOutcome {
  title: string;
  passed: boolean;
}

/** What a run has shown of each row. */
export function faultVerdicts(outcomes: readonly DrillOutcome[], tests: readonly TestOutcome[]): string {
  return faultRows
    .map(([id, { fault, stories }]) => {
      const drills = drillsOf(
        outcomes.map((outcome) => ({ name: outcome.drill.name, passed: missedBars(outcome).length === 0 })),
        id,
      );
      const titled = tests.filter(({ title }) => faultIdsIn(title).includes(id));
      const parts = [count("drills", drills), count("tests", titled), stories && "stories: npm test"].filter(Boolean);
      const isMissed = [...drills, ...titled].some(({ passed }) => !passed);
      const verdict = isMissed ? "MISSED" : drills.length + titled.length > 0 ? "met" : "not applicable";
      return `${id}  ${verdict.padEnd(14)}  ${fault} (${parts.join(", ") || "see docs/operations/drills.md"})`;
    })
    .join("\n");
}

const count = (what: string, all: readonly { passed: boolean }[]) =>
  all.length === 0 ? "" : `${what}: ${all.filter(({ passed }) => passed).length} of ${all.length}`;
