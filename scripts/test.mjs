// Runs all checks and tests, quick ones first, and prints the time of each. Starts none after a failure.
// `quick` runs only the checks. `all` runs every story in every profile and checks every screen under every brand.
import { run, runBeside } from "./run.mjs";

const scope = process.argv[2];
/** Two run at a time, on two cores. All but the first are independent of each other. */
const steps = [
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
  ...(scope === "quick"
    ? []
    : [
        [
          "stories in a browser",
          "node_modules/@playwright/test/cli.js",
          ["test", "-c", "acceptance/playwright.config.ts"],
        ],
        ["unit tests", "node_modules/vitest/vitest.mjs", ["run"]],
      ]),
];

if (scope === "all") process.env.TEST_MATRIX = "whole";
run("node_modules/@react-router/dev/bin.cjs", ["typegen"], { cwd: "packages/web" });
const waiting = steps.values();
await Promise.all([lane(), lane()]);

/** Runs waiting steps one after another and prints the output of each when it has ended. */
async function lane() {
  for (const [title, script, args] of waiting) {
    if (process.exitCode) return;
    const began = performance.now();
    const { status, output } = await runBeside(script, args);
    console.log(`\n— ${title}\n${output}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
    process.exitCode ||= status;
  }
}
