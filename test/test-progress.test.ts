import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { TestEvent } from "../scripts/testing/test-event.ts";
import { createTestProgress } from "../scripts/testing/test-progress.ts";

const root = join(import.meta.dirname, "..");
const failure = {
  title: "sign-in.test.ts › rejects a wrong password",
  error: "AssertionError: expected 1 to be 2",
  command: "npx vitest run sign-in.test.ts",
};

function progressOf({ isLive = false } = {}) {
  const written: string[] = [];
  const progress = createTestProgress({ isLive, columns: 60, write: (text) => written.push(text) });
  return { ...progress, written: () => written.join("") };
}

describe("the progress of the tests", () => {
  it("prints a line for each file as it ends, with its place among all", () => {
    const { addStep, written } = progressOf();
    const { record } = addStep("unit tests");
    record({ kind: "planned", total: 2 });
    record({ kind: "started", name: "limit.test.ts" });
    expect(written()).toBe("");
    record({ kind: "ended", name: "limit.test.ts", passed: 20, failures: [], seconds: 1.23 });
    expect(written()).toBe("unit tests 1/2  limit.test.ts  20 passed  1.2 s\n");
  });

  it("prints a failure when it happens, with its reason and the command that runs it again", () => {
    const { addStep, written } = progressOf();
    const { record } = addStep("unit tests");
    record({ kind: "ended", name: "sign-in.test.ts", passed: 3, failures: [failure], seconds: 1 });
    expect(written()).toBe(
      [
        "sign-in.test.ts  3 passed  1 FAILED  1.0 s",
        `  FAILED ${failure.title}`,
        `      ${failure.error}`,
        `      again: ${failure.command}`,
        "",
      ].join("\n"),
    );
  });

  it("ends with the failures, then the steps, then the counts", () => {
    const { addStep, summarize, written } = progressOf();
    const types = addStep("types");
    types.record({ kind: "ended", name: "types", passed: 1, failures: [], seconds: 9 });
    types.finish(9);
    const tests = addStep("unit tests");
    tests.record({ kind: "ended", name: "sign-in.test.ts", passed: 3, failures: [failure], seconds: 1 });
    tests.finish(2);
    const before = written();
    expect(summarize()).toBe(1);
    expect(written().slice(before.length).split("\n")).toEqual([
      "",
      "Failed, each with the command that runs it again:",
      `  ${failure.title}`,
      `    ${failure.error}`,
      `    ${failure.command}`,
      "",
      "types       1 passed, 0 failed, 9.0 s",
      "unit tests  3 passed, 1 failed, 2.0 s",
      "",
      "4 passed, 1 failed",
      "",
    ]);
  });

  it("shows in a terminal what runs, on a last line within the window", () => {
    const { addStep, written } = progressOf({ isLive: true });
    const { record } = addStep("stories");
    record({ kind: "planned", total: 3 });
    record({ kind: "started", name: `acceptance/register.story.ts › ${"a long title ".repeat(9)}` });
    const shown = written().split("\r\u001b[K").at(-1);
    expect(shown).toMatch(/^stories 0\/3: register\.story\.ts › a long title/);
    expect(shown).toHaveLength(59);
  });
});

const folder = realpathSync(mkdtempSync(join(tmpdir(), "reported-")));
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a test runner with the reporter in a new folder, and returns what it reports. */
async function reportsOf(script: string, args: readonly string[], files: Record<string, string>) {
  const runFolder = mkdtempSync(join(folder, "run-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(runFolder, name), text);
  const events: TestEvent[] = [];
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: runFolder,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { PATH: process.env.PATH },
  });
  child.on("message", (event) => events.push(event as TestEvent));
  await once(child, "close");
  return { own: relative(root, runFolder), events };
}

const summaryOf = (events: readonly TestEvent[]) =>
  events.map((event) =>
    event.kind === "ended"
      ? { kind: event.kind, passed: event.passed, failed: event.failures.map(({ title }) => title) }
      : { kind: event.kind },
  );

describe("a reporter", () => {
  it("sends each test file, its failed tests and hooks, and commands that a shell understands", async () => {
    const { events } = await reportsOf(
      "node_modules/vitest/vitest.mjs",
      ["run", `--reporter=${join(root, "scripts/testing/vitest-reporter.ts")}`],
      {
        "vitest.config.ts": "export default {};",
        "mixed.test.ts": `import { expect, it } from "vitest";
          it("passes", () => {});
          it("says 'no' (twice)", () => expect(1).toBe(2));`,
        "hook.test.ts": `import { afterAll, it } from "vitest";
          afterAll(() => { throw new Error("not closed"); });
          it("passes", () => {});`,
      },
    );
    expect(events[0]).toEqual({ kind: "planned", total: 2 });
    const ended = events.filter((event) => event.kind === "ended").sort((a, b) => a.name.localeCompare(b.name));
    expect(summaryOf(ended)).toEqual([
      { kind: "ended", passed: 1, failed: ["hook.test.ts › import and hooks"] },
      { kind: "ended", passed: 1, failed: ["mixed.test.ts › says 'no' (twice)"] },
    ]);
    const [hook, mixed] = ended.flatMap(({ failures }) => failures);
    expect(hook?.error).toContain("not closed");
    expect(mixed?.error).toContain("expected 1 to be 2");
    expect(mixed?.command).toBe("npx vitest run mixed.test.ts -t 'says '\\''no'\\'' \\(twice\\)'");
  });

  it("sends each story with the line that runs it again", async () => {
    const { own, events } = await reportsOf(
      "node_modules/@playwright/test/cli.js",
      ["test", `--reporter=${join(root, "scripts/testing/playwright-reporter.ts")}`],
      {
        "playwright.config.ts": `export default {
          testMatch: "*.story.ts", outputDir: "results", workers: 1, projects: [{ name: "fr" }] };`,
        "some.story.ts": `import { expect, test } from "@playwright/test";
          test("passes", () => {});
          test("fails", () => expect(1).toBe(2));`,
      },
    );
    expect(summaryOf(events)).toEqual([
      { kind: "planned" },
      { kind: "started" },
      { kind: "ended", passed: 1, failed: [] },
      { kind: "started" },
      { kind: "ended", passed: 0, failed: ["acceptance/some.story.ts › fails [fr]"] },
    ]);
    const [failed] = events.flatMap((event) => (event.kind === "ended" ? event.failures : []));
    expect(stripVTControlCharacters(failed?.error ?? "")).toContain("Expected: 2");
    expect(failed?.command).toBe(
      `npx playwright test -c acceptance/playwright.config.ts ${own}/some.story.ts:3 --project=fr`,
    );
  });
});
