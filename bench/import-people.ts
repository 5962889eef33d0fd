import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { accountsOf, bookOf, password } from "./people.ts";
import { memoryOf, runVestibule } from "./server-process.ts";

export interface ImportedFile {
  kind: "policies" | "accounts";
  seconds: number;
  /** Rows. */
  added: number;
  mostMegabytes: number;
}

/** Imports generated policies, then the accounts of their people, by the command line. */
export async function importPeople(order: {
  folder: string;
  dataDir: string;
  people: number;
}): Promise<ImportedFile[]> {
  const { folder, dataDir, people } = order;
  const passwordHash = await hashingPool().hash(password);
  const files = [
    { kind: "policies", text: bookOf([{ group: "book", people }]) },
    { kind: "accounts", text: accountsOf({ group: "book", people, passwordHash }) },
  ] as const;
  const imported: ImportedFile[] = [];
  for (const { kind, text } of files) {
    const file = join(folder, `${kind}.csv`);
    await writeFile(file, text);
    imported.push({ kind, ...(await importFile({ kind, file, dataDir })) });
  }
  return imported;
}

async function importFile({ kind, file, dataDir }: { kind: string; file: string; dataDir: string }) {
  const began = performance.now();
  const child = runVestibule([kind, "import", file], { DATA_DIR: dataDir });
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
  const added = Number(output.match(/(\d+) added/)?.[1] ?? 0);
  return { seconds: (performance.now() - began) / 1000, mostMegabytes, added };
}
