import { once } from "node:events";
import type { PeopleFiles } from "./people.ts";
import { memoryOf, runVestibule } from "./server-process.ts";

export interface ImportedFile {
  kind: "policies" | "accounts";
  seconds: number;
  /** Rows. */
  added: number;
  mostMegabytes: number;
}

/** Imports policies, then the accounts of their people, by the command line. */
export async function importPeople(order: { dataDir: string; files: PeopleFiles }): Promise<ImportedFile[]> {
  const { dataDir, files } = order;
  return [
    await importFile({ kind: "policies", file: files.DEMO_BOOK, dataDir }),
    await importFile({ kind: "accounts", file: files.DEMO_ACCOUNTS, dataDir }),
  ];
}

interface ImportOrder {
  kind: ImportedFile["kind"];
  file: string;
  dataDir: string;
}

async function importFile({ kind, file, dataDir }: ImportOrder): Promise<ImportedFile> {
  const began = performance.now();
  const child = runVestibule([kind, "import", file], { DATA_DIR: dataDir });
  let output = "";
  let mostMegabytes = Number.NaN;
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
  const added = Number(output.match(/(\d+) added/)?.[1] ?? 0);
  return { kind, seconds: (performance.now() - began) / 1000, mostMegabytes, added };
}
