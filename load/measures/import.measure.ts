import { rmSync } from "node:fs";
import { join } from "node:path";
import { importPeople } from "../people.ts";
import { temporaryFolder } from "../portal.ts";
import { atMost, exactly, type MeasureResult, metric } from "./metric.ts";

/** Measures the import commands of policies and accounts on an empty database. */
export async function measureImport(people: number): Promise<MeasureResult> {
  const folder = temporaryFolder();
  const settings = { DATA_DIR: join(folder, "data") };
  const imports = await importPeople({ visitor: 0, holder: people }, { folder, settings });
  rmSync(folder, { recursive: true });
  const metrics = imports.flatMap(({ kind, seconds, added, peakMegabytes }) => [
    metric(`import of ${kind}, throughput`, people / seconds, "rows/s", { note: `${seconds.toFixed(0)} s` }),
    metric(`imported ${kind}`, added, "rows", { target: exactly(people) }),
    metric(`import of ${kind}, peak memory`, peakMegabytes, "MB", { target: atMost(300) }),
  ]);
  return { title: `Import of ${people} policies and accounts`, metrics };
}
