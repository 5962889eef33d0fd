// Every check and test, quick ones first, each with its time. Stops at the first that fails.
import { run } from "./run.mjs";

const steps = [
  ["routes' types", "node_modules/@react-router/dev/bin.cjs", ["typegen"], "packages/web"],
  ["types", "node_modules/typescript/bin/tsc", ["-p", "."]],
  ["types of the web", "node_modules/typescript/bin/tsc", ["-p", "packages/web"]],
  ["lint", "node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings", "."]],
  [
    "boundaries",
    "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    ["--config", ".dependency-cruiser.mjs", "packages"],
  ],
  ["journey map", "scripts/journey-map.ts", ["--check"]],
  ["dead code", "node_modules/knip/bin/knip.js", []],
];
const tests = [
  ["unit tests", "node_modules/vitest/vitest.mjs", ["run"]],
  ["stories in a browser", "node_modules/@playwright/test/cli.js", ["test", "-c", "acceptance/playwright.config.ts"]],
];

const chosen = process.argv[2] === "quick" ? steps : [...steps, ...tests];
for (const [title, script, args, cwd] of chosen) {
  const began = performance.now();
  console.log(`\n— ${title}`);
  run(script, args, { cwd });
  console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
