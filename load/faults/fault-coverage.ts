import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drills as database } from "./database.drill.ts";
import { type Drill, type DrillReport, findMissedLimits } from "./drill.ts";
import { type FaultId, faults, limitations } from "./fault.table.ts";
import { drills as killPoints } from "./kill-points.drill.ts";
import { drills as outsideSystems } from "./outside-systems.drill.ts";
import { drills as production } from "./production.drill.ts";
import { drills as providers } from "./providers.drill.ts";
import { drills as rotation } from "./rotation.drill.ts";
import { drills as servers } from "./servers.drill.ts";
import { drills as webhooks } from "./webhooks.drill.ts";

const groups = {
  database,
  servers,
  "kill-points": killPoints,
  providers,
  webhooks,
  "outside-systems": outsideSystems,
  rotation,
  production,
};
export const groupNames = Object.keys(groups);

/** Drills of all groups; the id of each begins with its group. */
export const allDrills: readonly (Drill & { group: string })[] = Object.entries(groups).flatMap(([group, drills]) =>
  drills.map((drill) => ({ ...drill, group, id: `${group}/${drill.id}` })),
);

const root = join(import.meta.dirname, "../..");
export const faultIds = Object.keys(faults) as FaultId[];

/** Returns the ids of the fault table that a drill name or a test title begins with. */
export const faultIdsIn = (text: string): string[] => /^(?:[AF]-\d+ )*/.exec(text)?.[0].match(/F-\d\d/g) ?? [];

const ofFault = <Titled extends { title: string }>(all: readonly Titled[], id: FaultId) =>
  all.filter(({ title }) => faultIdsIn(title).includes(id));

/** Tests and browser stories of faults, by the ids that their titles begin with. */
export function findFaultTests(): { file: string; title: string }[] {
  const files = globSync(["packages/**/*.test.{ts,tsx}", "acceptance/*.story.ts"], {
    cwd: root,
    exclude: (name) => name === "node_modules",
  });
  return files.sort().flatMap((file) => {
    const titles = readFileSync(join(root, file), "utf8").matchAll(/["'`]((?:[AF]-\d+ )*F-\d\d [^"'`\n]*)/g);
    return [...titles].map(([, title = ""]) => ({ file, title }));
  });
}

const isStory = ({ file }: { file: string }) => file.endsWith(".story.ts");
/** Files of tests that vitest runs. */
export const faultTestFiles = (): string[] => [
  ...new Set(
    findFaultTests()
      .filter((test) => !isStory(test))
      .map(({ file }) => file),
  ),
];

/** Renders the fault table of docs/operations/drills.md. */
export function faultPageTable(): string {
  const drills = allDrills.map(({ id, name }) => ({ title: name, link: `\`${id}\`` }));
  const tests = findFaultTests().map(({ file, title }) => ({
    title,
    link: `[${file.split("/").at(-1)}](../../${file})`,
  }));
  const rows = faultIds.map((id) => {
    const covered = new Set(ofFault([...drills, ...tests], id).map(({ link }) => link));
    return `| ${id} | ${faults[id]} | ${[...covered].join(", ") || "–"} | ${limitations[id] ?? ""} |`;
  });
  return ["| id | fault | covered by | limitations |", "|---|---|---|---|", ...rows].join("\n");
}

export function writeFaultPage(): void {
  const file = join(root, "docs/operations/drills.md");
  const page = readFileSync(file, "utf8");
  writeFileSync(
    file,
    page.replace(/^\| id \| fault \| covered by[\s\S]*?\n(?=\n)/m, () => `${faultPageTable()}\n`),
  );
}

/** Title and result of one test. */
export interface TestReport {
  title: string;
  passed: boolean;
}

/** Renders the verdict of a run for each row of the fault table. */
export function faultVerdicts(reports: readonly DrillReport[], tests: readonly TestReport[]): string {
  const drills = reports.map((report) => ({
    title: report.drill.name,
    passed: findMissedLimits(report).length === 0,
  }));
  const stories = findFaultTests().filter(isStory);
  const count = (label: string, all: readonly TestReport[]) =>
    all.length === 0 ? [] : [`${label}: ${all.filter(({ passed }) => passed).length} of ${all.length}`];
  return faultIds
    .map((id) => {
      const [ownDrills, ownTests] = [ofFault(drills, id), ofFault(tests, id)];
      const checks = [...ownDrills, ...ownTests];
      const verdict = checks.every(({ passed }) => passed) ? "met" : "MISSED";
      const storyNote = ofFault(stories, id).length > 0 ? ["stories: npm test"] : [];
      const parts = [...count("drills", ownDrills), ...count("tests", ownTests), ...storyNote];
      const shown = (checks.length === 0 ? "not run" : verdict).padEnd(14);
      return `${id}  ${shown}  ${faults[id]} (${parts.join(", ") || "see docs/operations/drills.md"})`;
    })
    .join("\n");
}
