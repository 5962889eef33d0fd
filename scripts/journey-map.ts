// Generates docs/journey-map.md from the flow tables; with --check, reports whether the page is current.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { journeyMapPage } from "./journey-map/page.ts";
import { root } from "./run.mjs";

const file = join(root, "docs", "journey-map.md");
const page = journeyMapPage();

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== page) {
    console.error("docs/journey-map.md differs from the flow tables: run npm run map to generate it.");
    process.exit(1);
  }
  console.log("docs/journey-map.md is current");
} else {
  writeFileSync(file, page);
  console.log("docs/journey-map.md");
}
