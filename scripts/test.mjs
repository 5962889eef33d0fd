// Runs every check and test, quick ones first, each with its time. Stops at the first failure.
import { run, runBeside } from "./run.mjs";

const first = [["routes' types", "node_modules/@react-router/dev/bin.cjs", ["typegen"], "packages/web"]];
/** Independent of each other, so two run at a time. */
const checks = [
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

inTurns(first);
await inPairs(checks);
if (process.argv[2] !== "quick") inTurns(tests);

function inTurns(steps) {
  for (const [title, script, args, cwd] of steps) {
    const began = performance.now();
    console.log(`\n— ${title}`);
    run(script, args, { cwd });
    console.log(took(began));
  }
}

/** Prints each step's output as a whole once it has ended. */
async function inPairs(steps) {
  const others = new AbortController();
  const waiting = steps.values();
  const lane = async () => {
    for (const [title, script, args, cwd] of waiting) {
      const began = performance.now();
      const { status, output } = await runBeside(script, args, { cwd, signal: others.signal });
      console.log(`\n— ${title}\n${output}${took(began)}`);
      if (status === 0) continue;
      others.abort();
      process.exit(status);
    }
  };
  await Promise.all([lane(), lane()]);
}

function took(began) {
  return `  ${((performance.now() - began) / 1000).toFixed(1)} s`;
}
