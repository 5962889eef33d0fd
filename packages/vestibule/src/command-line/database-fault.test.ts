import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { readSettings, type ServerPart } from "../settings/settings.rule.ts";
import { runCommand } from "./commands.ts";

const environment = vi.hoisted((): Record<string, string> => ({}));
// The real module reads the process's environment once, when it is loaded.
vi.mock("../settings/environment.ts", () => ({
  settingsOfEnvironment: (part?: ServerPart) => readSettings(environment, part),
}));

const folder = mkdtempSync(join(tmpdir(), "vestibule-command-"));
const sample = new URL("../../../demo/sample/book.csv", import.meta.url).pathname;
let database: TestDatabase;
let output = "";
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  output = "";
  const write = (text: string | Uint8Array) => {
    output += text;
    return true;
  };
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockImplementation(write);
  return () => vi.restoreAllMocks();
});

/** Runs a command with this database URL in demo mode. */
function vestibule(url: string, ...words: string[]): Promise<number> {
  Object.assign(environment, { DATABASE_URL: url, DATA_DIR: folder, DEMO: "1" });
  return runCommand(["node", "vestibule", ...words]);
}

const commands = [
  "policies import FILE",
  "accounts import FILE",
  "support 123456782",
  "report",
  "maintenance on",
  "maintenance off",
  "maintenance bypass",
  "migrate",
  "link issue --policy K3M4821 --company belair --role 40 --action DEFPWD_REGISTER --src app",
];

test.each(commands)("F-01 %s reports in one sentence that the database is unavailable", async (command) => {
  const words = command.split(" ").map((word) => (word === "FILE" ? sample : word));
  expect(await vestibule("postgresql://somebody:pass-word@127.0.0.1:1/none", ...words)).toBe(1);
  expect(output).toBe("DATABASE_URL: nothing answers there (ECONNREFUSED)\n");
});

test("F-01 a command reports a database that the server does not have", async () => {
  expect(await vestibule(database.url.replace(/test_\w+/, "none"), "report")).toBe(1);
  expect(output).toBe("DATABASE_URL: the server has no database of this name\n");
});

test("F-01 a command reports a user that the database does not know", async () => {
  expect(await vestibule(database.url.replace(/\/\/[^@/]*@/, "//stranger-4711@"), "report")).toBe(1);
  expect(output).toBe("DATABASE_URL: the database refuses this user\n");
});

test("A-191 a command prints no data of a row that the database refused", async () => {
  await database.pool.query("alter table book_row add constraint refused check (policy_number = 'x') not valid");
  expect(await vestibule(database.url, "policies", "import", sample)).toBe(1);
  expect(output).toBe("DATABASE_URL: the database refused the work (23514)\n");
});

test("an import does not report a missing file as a database fault", async () => {
  expect(await vestibule(database.url, "policies", "import", join(folder, "none.csv"))).toBe(1);
  expect(output).toContain("there is no such file");
  writeFileSync(join(folder, "none.csv"), "company,policyNumber\nbelair\n");
  output = "";
  expect(await vestibule(database.url, "policies", "import", join(folder, "none.csv"))).toBe(1);
  expect(output).toContain("Nothing was imported.");
});
