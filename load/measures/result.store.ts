import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performancePage, type StoredResult } from "./performance-page.rule.ts";

const file = join(import.meta.dirname, "results.json");
const page = join(import.meta.dirname, "../../docs/performance.md");

/** Replaces the stored results of the measures that ran, keeps those of the others and renders docs/performance.md. */
export function saveResults(newResults: readonly StoredResult[], { order }: { order: readonly string[] }): void {
  const saved: StoredResult[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const results = order.flatMap((name) =>
    [...newResults, ...saved].filter((result) => result.name === name).slice(0, 1),
  );
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(page, performancePage(results));
}
