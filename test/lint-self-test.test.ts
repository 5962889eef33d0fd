import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates a small project with the real settings and the given files. */
function testApi(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "checks-"));
  folders.push(folder);
  for (const settings of ["biome.json", "tsconfig.json", ".gitignore"])
    cpSync(join(root, settings), join(folder, settings));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const run = (script: string, args: string[], cwd: string) => runScript(join(root, "node_modules", script), args, cwd);

async function runScript(script: string, args: string[], cwd: string): Promise<{ passed: boolean; output: string }> {
  const call = promisify(execFile)(process.execPath, [script, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1" },
  });
  return call.then(
    ({ stdout }) => ({ passed: true, output: stdout }),
    ({ stdout, stderr }) => ({ passed: false, output: `${stdout}${stderr}` }),
  );
}

const validFile = 'export const greeting = "hello";\n';

describe("the lint and format check", () => {
  const check = (text: string) =>
    run(
      "@biomejs/biome/bin/biome",
      ["check", "--error-on-warnings", "--vcs-enabled=false", "packages"],
      testApi({ "packages/api/src/a.ts": text }),
    );

  it("passes a valid file", async () => {
    expect(await check(validFile)).toMatchObject({ passed: true });
  });

  it.each([
    ["a non-null assertion", "noNonNullAssertion", "export const first = (all: string[]): string => all[0]!;\n"],
    ["any", "noExplicitAny", "export const say = (word: any): string => String(word);\n"],
    ["the console", "noConsole", 'console.log("hello");\n'],
    ["an unused import", "noUnusedImports", 'import { join } from "node:path";\n\nexport const a = 1;\n'],
    ["a skipped test", "noSkippedTests", 'import { it } from "vitest";\n\nit.skip("waits", () => {});\n'],
    ["a file out of format", "format", "export   const a = 'b'\n"],
  ])("catches %s", async (_what, rule, text) => {
    const { passed, output } = await check(text);
    expect(passed).toBe(false);
    expect(output).toContain(rule);
  });
});

describe("the type check", () => {
  it.each([
    ["a value of the wrong type", "TS2322", 'export const count: number = "three";\n'],
    ["an element of a list that may be empty", "TS2322", "export const first = (all: string[]): string => all[0];\n"],
    ["syntax that does not erase", "TS1294", "export enum Colour {\n  red,\n}\n"],
  ])("catches %s", async (_what, code, text) => {
    const { passed, output } = await run(
      "typescript-7/bin/tsc",
      ["-p", "."],
      testApi({ "packages/api/src/a.ts": text, "package.json": '{ "type": "module" }' }),
    );
    expect(passed).toBe(false);
    expect(output).toContain(code);
  });
});

describe("the check of unused code", () => {
  const of = (files: Readonly<Record<string, string>>) =>
    run(
      "knip/bin/knip.js",
      [],
      testApi({
        "package.json": '{ "name": "house", "type": "module" }',
        "knip.json": '{ "entry": ["index.ts"], "project": ["**/*.ts"], "ignoreBinaries": [] }',
        "index.ts": 'import { greeting } from "./a.ts";\n\nexport const output = greeting;\n',
        ...files,
      }),
    );

  it("passes a project without unused code", async () => {
    expect((await of({ "a.ts": validFile })).passed).toBe(true);
  });

  it("catches an export that nothing imports", async () => {
    const { passed, output } = await of({ "a.ts": `${validFile}export const forgotten = 1;\n` });
    expect(passed).toBe(false);
    expect(output).toContain("forgotten");
  });

  it("catches a file that nothing imports", async () => {
    const { passed, output } = await of({ "a.ts": validFile, "b.ts": validFile });
    expect(passed).toBe(false);
    expect(output).toContain("b.ts");
  });
});

describe("the check of the journey map", () => {
  const parts = [
    "packages/catalogue",
    "scripts/journey-map",
    "scripts/journey-map.ts",
    "scripts/run.mjs",
    "docs/journey-map.md",
  ];
  /** Runs the check on the real tables and map, with a changed flow table. */
  async function checkWith(change: (table: string) => string) {
    const folder = testApi({});
    for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true, dereference: false });
    const table = join(folder, "packages/catalogue/src/flow.table.ts");
    writeFileSync(table, change(readFileSync(table, "utf8")));
    return runScript(join(folder, "scripts/journey-map.ts"), ["--check"], folder);
  }

  it("passes the map of the real tables", async () => {
    expect(await checkWith((table) => table)).toMatchObject({ passed: true });
  });

  it("catches an event whose target differs from the map", async () => {
    const { passed, output } = await checkWith((table) =>
      table.replace(
        '{ event: "noProfile", page: "POLICY_IDENTIFICATION" }',
        '{ event: "noProfile", page: "ACCOUNT_TYPE" }',
      ),
    );
    expect([passed, output]).toEqual([false, expect.stringContaining("npm run map")]);
  });
});
