import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../bench-server.ts";
import { atMost, exactly, type Finding, type Measured } from "../finding.ts";
import { importPeople } from "../import-people.ts";
import { writePeople } from "../people.ts";

/** Imports of policies and accounts by the command line, into an empty database. */
export async function measureImport({ people }: { people: number }): Promise<Measured> {
  const folder = temporaryFolder();
  try {
    const files = await writePeople(folder, { visitors: 0, holders: people });
    const imports = await importPeople({ dataDir: join(folder, "data"), files });
    const findings = imports.flatMap(({ kind, seconds, added, mostMegabytes }): Finding[] => [
      { what: `import of ${kind}`, value: people / seconds, unit: "rows/s", note: `${seconds.toFixed(0)} s` },
      { what: `${kind} added`, value: added, unit: "rows", target: exactly(people, added) },
      { what: `import of ${kind}, most memory`, value: mostMegabytes, unit: "MB", target: atMost(300, mostMegabytes) },
    ]);
    return { title: `Import of ${people} policies and accounts`, findings };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
