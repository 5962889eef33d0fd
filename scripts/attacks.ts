// Runs all tests and stories of attacks and prints a verdict for each attack, or for the given ids.
// --page writes docs/security/attacks.md instead.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attackPage, attackVerdicts, idsInTestFile, type RanTest } from "./attacks/attack-tests.rule.ts";
import { root, runCaptured } from "./run.mjs";

const ids = process.argv.slice(2);
const titles = ids.length > 0 ? ids.join("|") : "A-\\d{3}";
const folder = mkdtempSync(join(tmpdir(), "vestibule-attacks-"));
const reports = { unit: join(folder, "unit.json"), stories: join(folder, "stories.json") };

if (ids[0] === "--page") writeFileSync(join(root, "docs/security/attacks.md"), attackPage());
else {
  const tests = [...(await runUnitTests()), ...(await runStories())];
  const verdicts = attackVerdicts(tests).filter(({ id }) => ids.length === 0 || ids.includes(id));
  for (const { id, name, verdict } of verdicts) console.log(`${id}  ${name.padEnd(64)}  ${verdict}`);
  for (const { title } of tests.filter(({ passed }) => !passed)) console.log(`failed: ${title}`);
  const counts = Map.groupBy(verdicts, ({ verdict }) => verdict.replace(/:.*/, ""));
  console.log([...counts].map(([verdict, { length }]) => `${verdict}: ${length}`).join(", "));
  if (verdicts.length === 0 || counts.has("failed") || counts.has("no test")) process.exitCode = 1;
}
rmSync(folder, { recursive: true });

async function runUnitTests(): Promise<RanTest[]> {
  interface Report {
    testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
  }
  const report = await runFiles<Report>("node_modules/vitest/vitest.mjs", reports.unit, {
    files: filesThatTry("{packages,test}/**/*.test.{ts,tsx}"),
    options: ["run", "-t", titles, "--reporter=json", `--outputFile=${reports.unit}`],
  });
  return (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => ["passed", "failed"].includes(status))
      .map(({ fullName, status }) => ({ title: fullName, passed: status === "passed" })),
  );
}

async function runStories(): Promise<RanTest[]> {
  interface Suite {
    specs: { title: string; ok: boolean; tests: { status: string }[] }[];
    suites?: Suite[];
  }
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reports.stories;
  const report = await runFiles<Suite>("node_modules/@playwright/test/cli.js", reports.stories, {
    files: filesThatTry("acceptance/*.story.ts"),
    options: ["test", "-c", "acceptance/playwright.config.ts", "--reporter=json", "--grep", titles],
  });
  const specsOf = ({ specs = [], suites = [] }: Partial<Suite>): Suite["specs"] => [
    ...specs,
    ...suites.flatMap(specsOf),
  ];
  return specsOf(report ?? {}).map(({ title, ok }) => ({ title, passed: ok }));
}

function filesThatTry(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).filter((file) =>
    idsInTestFile(readFileSync(join(root, file), "utf8")).some((id) => ids.length === 0 || ids.includes(id)),
  );
}

/** Runs these test files and reads the report; undefined without a file to run. */
async function runFiles<Report>(
  script: string,
  reportFile: string,
  { files, options }: { files: readonly string[]; options: readonly string[] },
): Promise<Report | undefined> {
  if (files.length === 0) return undefined;
  const { output } = await runCaptured(script, [...options, ...files]);
  if (!existsSync(reportFile)) throw new Error(`${script} wrote no report:\n${output}`);
  return JSON.parse(readFileSync(reportFile, "utf8"));
}
