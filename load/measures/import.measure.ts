import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../bench-server.ts";
import { importPeople } from "../import-people.ts";
import { writePeople } from "../people.ts";
import { atMost, exactly, type MeasureResult, metric } from "./metric.ts";

/** Measures the import commands of policies and accounts on an empty database. */
export async function measureImport({ people }: { people: number }): Promise<MeasureResult> {
  const folder = temporaryFolder();
  try {
    const files = await writePeople(folder, { visitors: 0, holders: people });
    const imports = await importPeople({ dataDir: join(folder, "data"), files });
    const metrics = imports.flatMap(({ kind, seconds, added, peakMegabytes }) => [
      metric(`import of ${kind}, throughput`, people / seconds, "rows/s", { note: `${seconds.toFixed(0)} s` }),
      metric(`imported ${kind}`, added, "rows", { target: exactly(people) }),
      metric(`import of ${kind}, peak memory`, peakMegabytes, "MB", { target: atMost(300) }),
    ]);
    return { title: `Import of ${people} policies and accounts`, metrics };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
