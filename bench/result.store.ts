import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performancePage, type Result } from "./performance-page.rule.ts";

const file = join(import.meta.dirname, "results.json");
const page = join(import.meta.dirname, "../docs/performance.md");

/** Merges new results with earlier ones of other measures, and renders the page from all. */
export function saveResults(fresh: readonly Result[], { order }: { order: readonly string[] }): void {
  const saved: Result[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const results = order.flatMap((name) =>
    [fresh, saved].flatMap((list) => list.filter((one) => one.name === name)).slice(0, 1),
  );
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(page, performancePage(results));
}
