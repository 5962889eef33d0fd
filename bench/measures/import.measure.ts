import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exactly, type Measured } from "../finding.ts";
import { bookOf } from "../people.ts";
import { memoryOf, runVestibule } from "../server-process.ts";

const rows = 100_000;

/** `vestibule policies import` of 100,000 rows into an empty database, which later measures reuse. */
export async function measureImport({ folder, dataDir }: { folder: string; dataDir: string }): Promise<Measured> {
  const file = join(folder, "book.csv");
  writeFileSync(file, bookOf([{ group: "book", people: rows }]));
  const first = await importFile(file, dataDir);
  const again = await importFile(file, dataDir);
  return {
    title: `Import of ${rows.toLocaleString("en-CA")} policies by the command line`,
    findings: [
      { what: "first time, making the database too", value: first.seconds, unit: "s" },
      { what: "rows added", value: first.added, unit: "rows", bar: exactly(rows, first.added) },
      { what: "the same file again", value: again.seconds, unit: "s" },
      { what: "rows added or changed again", value: again.added, unit: "rows", bar: exactly(0, again.added) },
      { what: "most memory of the command", value: first.mostMegabytes, unit: "MB" },
    ],
  };
}

async function importFile(file: string, dataDir: string) {
  const began = performance.now();
  const child = runVestibule(["policies", "import", file], { DATA_DIR: dataDir });
  let [output, mostMegabytes] = ["", Number.NaN];
  const collect = (piece: Buffer) => {
    output += piece;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const watch = setInterval(() => {
    const { mostMegabytes: seen } = memoryOf(child);
    if (!Number.isNaN(seen)) mostMegabytes = seen;
  }, 50);
  const [exitCode] = await once(child, "exit");
  clearInterval(watch);
  if (exitCode !== 0) throw new Error(`the import ended with ${exitCode}: ${output}`);
  const count = (word: string) => Number(output.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0);
  return { seconds: (performance.now() - began) / 1000, mostMegabytes, added: count("added") + count("changed") };
}
