import { memoryOf, outputOf, runVestibule } from "../test/server-process.ts";
import type { PeopleFiles } from "./people.ts";

/**
 * Imports policies and then accounts with the commands of the product. Returns for each its duration in seconds, its
 * number of rows, and its peak memory in MB, which is NaN where the system does not report it.
 */
export async function importPeople({ dataDir, files }: { dataDir: string; files: PeopleFiles }) {
  return [
    await importFile("policies", files.DEMO_BOOK, dataDir),
    await importFile("accounts", files.DEMO_ACCOUNTS, dataDir),
  ];
}

async function importFile(kind: "policies" | "accounts", file: string, dataDir: string) {
  const startedAt = performance.now();
  const child = runVestibule([kind, "import", file], { DATA_DIR: dataDir });
  let peakMegabytes = Number.NaN;
  const watch = setInterval(() => {
    const sample = memoryOf(child).peakMegabytes;
    if (!Number.isNaN(sample)) peakMegabytes = sample;
  }, 50);
  const output = await outputOf(child).finally(() => clearInterval(watch));
  const added = Number(output.match(/(\d+) added/)?.[1] ?? 0);
  return { kind, seconds: (performance.now() - startedAt) / 1000, added, peakMegabytes };
}
