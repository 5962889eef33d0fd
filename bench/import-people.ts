import { once } from "node:events";
import type { PeopleFiles } from "./people.ts";
import { memoryOf, runVestibule } from "./server-process.ts";

export interface ImportedFile {
  kind: "policies" | "accounts";
  seconds: number;
  /** Number of rows. */
  added: number;
  /** Peak memory of the command; NaN where the system does not report it. */
  peakMegabytes: number;
}

/** Imports policies and then accounts with the commands of the product. */
export async function importPeople(options: { dataDir: string; files: PeopleFiles }): Promise<ImportedFile[]> {
  const { dataDir, files } = options;
  return [
    await importFile({ kind: "policies", file: files.DEMO_BOOK, dataDir }),
    await importFile({ kind: "accounts", file: files.DEMO_ACCOUNTS, dataDir }),
  ];
}

interface ImportOptions {
  kind: ImportedFile["kind"];
  file: string;
  dataDir: string;
}

async function importFile({ kind, file, dataDir }: ImportOptions): Promise<ImportedFile> {
  const began = performance.now();
  const child = runVestibule([kind, "import", file], { DATA_DIR: dataDir });
  let output = "";
  let peakMegabytes = Number.NaN;
  const collect = (piece: Buffer) => {
    output += piece;
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const watch = setInterval(() => {
    const sample = memoryOf(child).peakMegabytes;
    if (!Number.isNaN(sample)) peakMegabytes = sample;
  }, 50);
  const [exitCode] = await once(child, "exit");
  clearInterval(watch);
  if (exitCode !== 0) throw new Error(`the import ended with ${exitCode}: ${output}`);
  const added = Number(output.match(/(\d+) added/)?.[1] ?? 0);
  return { kind, seconds: (performance.now() - began) / 1000, peakMegabytes, added };
}
