// Runs all checks and tests, as many steps at a time as there are cores, and reports each result as it happens.
// `quick` runs only the checks. `all` runs every story in every profile and checks every screen under every brand.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { projectNode, root, run } from "./run.mjs";
import type { TestEvent } from "./testing/test-event.ts";
import { createTestProgress } from "./testing/test-progress.ts";

interface Step {
  title: string;
  script: string;
  args: string[];
  /** Runs the step again; one that reports its tests has a command for each. */
  command: string;
}

/** A check of types by TypeScript 7. Without `--singleThreaded`, it takes twice the processor time. */
const typesOf = (project: string) => {
  const script = "node_modules/typescript-7/bin/tsc";
  const args = ["-p", project, "--singleThreaded"];
  return { script, args, command: `node ${script} -p ${project}` };
};

const checks: Step[] = [
  { title: "types", ...typesOf(".") },
  { title: "types of the web", ...typesOf("packages/web") },
  {
    title: "lint",
    script: "node_modules/@biomejs/biome/bin/biome",
    args: ["check", "--error-on-warnings", "."],
    command: "npx biome check --error-on-warnings .",
  },
  {
    title: "boundaries",
    script: "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    args: ["--config", ".dependency-cruiser.mjs", "packages"],
    command: "npx depcruise --config .dependency-cruiser.mjs packages",
  },
  { title: "journey map", script: "scripts/journey-map.ts", args: ["--check"], command: "npm run map -- --check" },
  { title: "dead code", script: "node_modules/knip/bin/knip.js", args: [], command: "npx knip" },
];
const tests: Step[] = [
  {
    title: "stories",
    script: "node_modules/@playwright/test/cli.js",
    args: ["test", "-c", "acceptance/playwright.config.ts", "--reporter=./scripts/testing/playwright-reporter.ts"],
    command: "npx playwright test -c acceptance/playwright.config.ts",
  },
  {
    title: "unit tests",
    script: "node_modules/vitest/vitest.mjs",
    args: ["run", "--reporter=./scripts/testing/vitest-reporter.ts"],
    command: "npm run test:unit",
  },
];

const scope = process.argv[2];
if (scope === "all") process.env.TEST_MATRIX = "whole";
const progress = createTestProgress({
  isLive: process.stdout.isTTY && !process.env.CI,
  columns: process.stdout.columns,
  write: (text) => process.stdout.write(text),
});
run("node_modules/@react-router/dev/bin.cjs", ["typegen"], { cwd: "packages/web" });
const waiting = (scope === "quick" ? checks : [...checks, ...tests]).values();
// Both kinds of tests wait for a database and a browser, so two steps fit on one core.
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runSteps));
if (progress.summarize() > 0) process.exitCode = 1;

/** Runs waiting steps one after another. */
async function runSteps(): Promise<void> {
  for (const step of waiting) await runStep(step);
}

async function runStep({ title, script, args, command }: Step): Promise<void> {
  const step = progress.addStep(title);
  const startedAt = performance.now();
  const child = spawn(projectNode(), [script, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  let reportsTests = false;
  child.on("message", (event) => {
    reportsTests = true;
    step.record(event as TestEvent);
  });
  const [status] = await once(child, "close");
  const seconds = (performance.now() - startedAt) / 1000;
  const hasUnreportedFailure = status !== 0 && !step.hasFailure();
  if (hasUnreportedFailure || !reportsTests)
    step.record({
      kind: "ended",
      name: title,
      passed: hasUnreportedFailure ? 0 : 1,
      failures: hasUnreportedFailure ? [{ title, error: output || `exited with ${status}`, command }] : [],
      seconds,
    });
  step.finish(seconds);
}
