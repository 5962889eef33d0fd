import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
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
export const faultIds = idsOf(faults);

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

/** Renders the verdict of a run for each row of the fault table. */
export function faultVerdicts(reports: readonly DrillReport[]): string {
  const drills = reports.map((report) => ({ title: report.drill.name, missed: findMissedLimits(report) }));
  return faultIds
    .map((id) => {
      const drillsOfFault = ofFault(drills, id);
      const passedCount = drillsOfFault.filter(({ missed }) => missed.length === 0).length;
      const verdict = passedCount < drillsOfFault.length ? "MISSED" : drillsOfFault.length > 0 ? "met" : "no drill";
      return `${id}  ${verdict.padEnd(8)}  ${faults[id]} (${passedCount} of ${drillsOfFault.length})`;
    })
    .join("\n");
}
