import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { proxiedDatabase } from "../../../../test/proxied-database.ts";
import { readSettings, type ServerPart } from "../settings/settings.rule.ts";

const environment = vi.hoisted((): Record<string, string> => ({}));
// The real module reads the process's environment once, when it is loaded.
vi.mock("../settings/environment.ts", () => ({
  settingsOfEnvironment: (part?: ServerPart) => readSettings(environment, part),
  settingText: (name: string) => environment[name],
}));
const system = vi.hoisted(() => ({ hasUserName: true }));
vi.mock("node:os", async (original) => {
  const os = await original<typeof import("node:os")>();
  const userInfo = () => {
    if (system.hasUserName) return os.userInfo();
    throw new Error("uv_os_get_passwd returned ENOENT");
  };
  return { ...os, userInfo };
});
// Test files of one worker share their modules, and those of the commands keep the environment they were loaded with.
vi.resetModules();
const { commands } = await import("./commands.ts");
const { runCommand } = await import("./run-command.ts");

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
  vi.resetModules();
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

/** What `doctor --json` checked, or found in one state. */
const subjectsIn = (json: string, state?: string): string[] =>
  JSON.parse(json)
    .findings.filter((finding: { state: string }) => state === undefined || finding.state === state)
    .map(({ subject }: { subject: string }) => subject);

function vestibule(url: string, ...words: string[]): Promise<number> {
  Object.assign(environment, { DATABASE_URL: url, DATA_DIR: folder, DEMO: "1" });
  return runCommand(["node", "vestibule", ...words]);
}

/** Changes the environment for the running test. */
function setEnvironment(values: Record<string, string>): void {
  Object.assign(environment, values);
  onTestFinished(() => {
    for (const name of Object.keys(values)) delete environment[name];
  });
}

const commandLines = [
  "policies import FILE",
  "accounts import FILE",
  "support 123456782",
  "report",
  "explain K3M4821",
  "maintenance on",
  "maintenance off",
  "maintenance bypass",
  "migrate",
  "link issue --policy K3M4821 --company belair --role 40 --action DEFPWD_REGISTER --src app",
];

test.each(commandLines)("F-01 %s reports in one sentence that the database is unavailable", async (command) => {
  const words = command.split(" ").map((word) => (word === "FILE" ? sample : word));
  expect(await vestibule("postgresql://somebody:pass-word@127.0.0.1:1/none", ...words)).toBe(1);
  expect(output).toBe("DATABASE_URL: PostgreSQL does not respond (ECONNREFUSED)\n");
});

test("gives each query of a command a minute, in which one can read a whole book", async () => {
  setEnvironment({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO: "1" });
  const { checkedSettings } = await import("./command-io.ts");
  const { withDatabase } = await import("./with-database.ts");
  const { sql } = await import("kysely");
  const shown = await withDatabase(checkedSettings(), (tools) => sql`show statement_timeout`.execute(tools.database));
  expect(shown.rows).toEqual([{ statement_timeout: "1min" }]);
});

test("brand new names a folder that cannot be written", async () => {
  const inFile = join(sample, "brands");
  expect(await vestibule(database.url, "brand", "new", "acme", "--from", "belair", "--into", inFile)).toBe(1);
  expect(output).toBe(`${inFile} cannot be written (ENOTDIR)\n`);
});

test("F-01 a command reports a database that the server does not have", async () => {
  expect(await vestibule(database.url.replace(/test_\w+/, "none"), "report")).toBe(1);
  expect(output).toBe("DATABASE_URL: the server has no database of this name\n");
});

test("F-01 a command reports a user that the database rejects", async () => {
  expect(await vestibule(database.url.replace(/\/\/[^@/]*@/, "//stranger-4711@"), "report")).toBe(1);
  expect(output).toBe("DATABASE_URL: the database rejects this user\n");
});

const policy = ["--policy", "K3M4821", "--company", "belair", "--role", "40"];
/** Arguments where a command needs some, by its usage. */
const given: Record<string, readonly string[]> = {
  "policies import <file>": [sample, "--dry-run"],
  "accounts import <file>": [sample.replace("book", "accounts"), "--dry-run"],
  "link issue": [...policy, "--action", "DEFPWD_REGISTER", "--src", "app"],
  "person export": ["--brand", "belair", "--email", "unknown@courrier.example"],
  "person erase": ["--brand", "belair", "--email", "unknown@courrier.example"],
  "brand new <id>": ["acme", "--from", "belair", "--into", folder],
  "agent-guide": ["--language", "en"],
  "events replay": ["--webhook", "crm"],
  "support <code>": ["123456782"],
};

test.each(commands.filter(({ isServer }) => !isServer).map(({ usage }) => usage))(
  "%s prints its result as data with --json",
  async (usage) => {
    const name = usage.split(" ").filter((word) => !/^[<[]/.test(word));
    await vestibule(database.url, ...name, ...(given[usage] ?? []), "--json");
    expect(typeof JSON.parse(output)).toBe("object");
  },
);

test("a refused command prints its reason as data and exits with 1", async () => {
  const code = await vestibule(database.url, "support", "123456782", "--json");
  expect([code, JSON.parse(output)]).toEqual([1, { reason: "misread" }]);
});

test("prints a fault that ends the command as data with --json", async () => {
  const code = await vestibule(database.url, "maintenance", "on", "--brand", "acme", "--json");
  expect([code, JSON.parse(output)]).toEqual([1, { error: "--brand acme is not a brand" }]);
});

test("reports an unknown option as data with --json", async () => {
  const code = await vestibule(database.url, "report", "--brnad", "acme", "--json");
  expect([code, JSON.parse(output)]).toEqual([1, { error: expect.stringContaining("unknown option '--brnad'") }]);
});

test("a report refuses a period that ends before it begins", async () => {
  expect(await vestibule(database.url, "report", "--from", "2026-11-30", "--to", "2026-11-01")).toBe(1);
  expect(output).toBe("--from 2026-11-30 is after --to 2026-11-01\n");
});

test("a command works for a user without a name, as a container may have", async () => {
  system.hasUserName = false;
  onTestFinished(() => {
    system.hasUserName = true;
  });
  expect(await vestibule(database.url, "maintenance", "off")).toBe(0);
});

test("maintenance on and bypass print the brand's time and whole URLs", async () => {
  await vestibule(database.url, "maintenance", "on", "--brand", "servus", "--until", "2099-01-02T06:00-05:00");
  expect(output).toBe("servus: closed, announced until January 2, 2099 at 5:00 a.m. (America/Edmonton)\n");
  output = "";
  await vestibule(database.url, "maintenance", "bypass");
  const urls = output.split("\n").filter((line) => line.startsWith("http"));
  expect(urls).toHaveLength(5);
  expect(urls[0]).toMatch(/^http:\/\/belair\.localhost:3000\/\?maintenancePageBypass=[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(output).toMatch(/until .+ \(America\/Toronto\)/);
  output = "";
  await vestibule(database.url, "maintenance", "bypass", "--brand", "bna", "--json");
  expect(JSON.parse(output).urls).toEqual([
    expect.stringContaining("http://bna.localhost:3000/?maintenancePageBypass="),
  ]);
});

test("maintenance status prints each brand and the announced end", async () => {
  await vestibule(database.url, "maintenance", "off");
  await vestibule(database.url, "maintenance", "on", "--brand", "intact", "--until", "2099-01-02T06:00-05:00");
  output = "";
  await vestibule(database.url, "maintenance", "status");
  expect(output.split("\n")).toContain("belair: open");
  expect(output.split("\n")).toContain(
    "intact: closed, announced until January 2, 2099 at 6:00 a.m. (America/Toronto)",
  );
  output = "";
  await vestibule(database.url, "maintenance", "status", "--brand", "intact", "--json");
  expect(JSON.parse(output)).toEqual([{ brand: "intact", isClosed: true, announcedEnd: "2099-01-02T11:00:00.000Z" }]);
});

test("doctor checks the settings of the database and the free disk", async () => {
  await vestibule(database.url, "doctor", "--json");
  const subjects = subjectsIn(output);
  for (const subject of ["database", "connections", "commit", "standby", "clock", "free disk"])
    expect(subjects).toContain(subject);
});

test("doctor lists faults first, prints settings on request, and ends with a verdict", async () => {
  setEnvironment({ SMS_URL: "https://127.0.0.1:1/sms" });
  expect(await vestibule(database.url, "doctor")).toBe(1);
  const lines = output.trimEnd().split("\n");
  const states = lines.flatMap((line) => /^(FAULT|warning|ok) /.exec(line)?.[1] ?? []);
  expect(lines[0]).toMatch(/^FAULT {3}text messages: 127\.0\.0\.1 does not answer/);
  expect(states).toEqual(["FAULT", "warning", "ok"].flatMap((state) => states.filter((one) => one === state)));
  expect(lines.at(-1)).toMatch(/^Not ready: 1 fault(, \d+ warnings?)?\.$/);
  expect(output).not.toContain("Settings (");
  output = "";
  delete environment.SMS_URL;
  expect(await vestibule(database.url, "doctor", "--settings")).toBe(0);
  expect(output).toMatch(/^Settings \(demo\):\n {2}NODE_ENV/);
  expect(output.trimEnd().split("\n").at(-1)).toMatch(/^Ready(: \d+ warnings?)?\.$/);
});

test("doctor checks the provider of calls, and has it speak a test message on request", async () => {
  const { port, received, close } = await loopbackServer((_request, response) => response.end('{"id":"C-1"}'));
  setEnvironment({ VOICE_URL: `http://T0KEN@127.0.0.1:${port}/calls` });
  await vestibule(database.url, "doctor", "--call", "514-555-0142");
  expect(output).toMatch(/^ok {6}calls: 127\.0\.0\.1 answers$/m);
  expect(output).toMatch(/^ok {6}test message: accepted \(VOICE\)$/m);
  expect(output).not.toContain("T0KEN");
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ to: "+15145550142" });
  await close();
  output = "";
  expect(await vestibule(database.url, "doctor")).toBe(1);
  expect(output).toMatch(/^FAULT {3}calls: 127\.0\.0\.1 does not answer/m);
  delete environment.VOICE_URL;
});

test.each(["doctor", "report"])(
  "F-04 %s uses the second host of a URL whose first one is unavailable",
  async (command) => {
    const proxied = await proxiedDatabase();
    try {
      const url = proxied.url.replace(/127\.0\.0\.1:\d+/, (host) => `127.0.0.1:1,${host}`);
      expect(await vestibule(`${url}?target_session_attrs=read-write`, command)).toBe(0);
    } finally {
      await proxied.close();
    }
  },
);

test("checks and copies brands in production without a database and secrets", async () => {
  const brandsFolder = mkdtempSync(join(tmpdir(), "brands-"));
  onTestFinished(() => rmSync(brandsFolder, { recursive: true }));
  for (const name of Object.keys(environment)) delete environment[name];
  setEnvironment({ NODE_ENV: "production", BRANDS_DIR: brandsFolder });
  expect(await runCommand(["node", "vestibule", "brand", "new", "acme", "--from", "belair"])).toBe(0);
  output = "";
  await runCommand(["node", "vestibule", "brand", "check"]);
  expect(output).toContain("acme");
  expect(output).not.toMatch(/belair|DATABASE_URL|SECRETS/);
});

test("doctor checks a host of the web alone without a database", async () => {
  for (const name of ["DATABASE_URL", "DEMO"]) delete environment[name];
  const COOKIE_SECRETS = randomBytes(32).toString("base64url");
  setEnvironment({ NODE_ENV: "production", BRANDS: "belair", COOKIE_SECRETS, API_URL: "http://127.0.0.1:1" });
  expect(await runCommand(["node", "vestibule", "doctor", "--json"])).toBe(1);
  expect(subjectsIn(output, "fault")).toEqual(["API"]);
  expect(subjectsIn(output)).not.toContain("database");
});

test("names MIGRATION_DATABASE_URL where the database rejects its role", async () => {
  setEnvironment({ MIGRATION_DATABASE_URL: database.ownerUrl.replace(/\/\/[^/]*@/, "//unknown_role@") });
  expect(await vestibule(database.url, "report")).toBe(1);
  expect(output).toBe("MIGRATION_DATABASE_URL: the database rejects this user\n");
  output = "";
  await vestibule(database.url, "doctor", "--json");
  expect(subjectsIn(output, "fault")).toEqual(["migrations"]);
});

test.each([
  ["POLICY_DIRECTORY_URLS", "nobody=https://127.0.0.1:1", "nobody is not a company"],
  ["OIDC_CLIENT_SECRETS", `belair/none=${randomBytes(32).toString("base64url")}`, "not a confidential application"],
  ["DATABASE_URL", "postgres://localhost/none?sslmode=verify-full&sslrootcert=/none.pem", "sslrootcert /none.pem"],
])("doctor reports a %s with which no server starts", async (name, value, detail) => {
  setEnvironment({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO: "1", [name]: value });
  expect(await runCommand(["node", "vestibule", "doctor"])).toBe(1);
  expect(output).toMatch(new RegExp(`FAULT   setting: ${name}.*${detail}`));
});

test("a command names a certificate file of the database that cannot be read", async () => {
  const url = "postgres://localhost/none?sslmode=verify-full&sslrootcert=/none.pem";
  expect(await vestibule(url, "report")).toBe(1);
  expect(output).toBe("DATABASE_URL: sslrootcert /none.pem cannot be read (ENOENT)\n");
});

test("doctor reports an audit trail that was written with other secrets", async () => {
  await vestibule(database.url, "maintenance", "on");
  setEnvironment({ AUDIT_SECRETS: randomBytes(32).toString("base64url") });
  output = "";
  await vestibule(database.url, "doctor", "--json");
  expect(subjectsIn(output, "fault")).toEqual(["keys"]);
});

test("A-191 a command prints no data of a row that the database refused", async () => {
  await database.pool.query("alter table book_row add constraint refused check (policy_number = 'x') not valid");
  expect(await vestibule(database.url, "policies", "import", sample)).toBe(1);
  expect(output).toBe("DATABASE_URL: the database refused the work (23514)\n");
});

test("an import does not report a missing file as a database fault", async () => {
  expect(await vestibule(database.url, "policies", "import", join(folder, "none.csv"))).toBe(1);
  expect(output).toBe(`${join(folder, "none.csv")}: there is no such file\nNothing was imported.\n`);
  writeFileSync(join(folder, "none.csv"), "company,policyNumber\nbelair\n");
  output = "";
  expect(await vestibule(database.url, "policies", "import", join(folder, "none.csv"))).toBe(1);
  expect(output).toMatch(/none\.csv:\d+: .+\nNothing was imported\./s);
});

test("audit export prints each event on a line, and continues after the position of its file", async () => {
  const separateDatabase = await testDatabase();
  onTestFinished(() => separateDatabase.close());
  const position = join(folder, "siem.position");
  const exported = async (...options: string[]) => {
    output = "";
    expect(await vestibule(separateDatabase.url, "audit", "export", ...options)).toBe(0);
    return output
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  };
  await vestibule(separateDatabase.url, "maintenance", "on", "--brand", "servus");
  const first = await exported("--position", position);
  expect(first).toMatchObject([
    { event: "maintenance.on", brand: "servus", previousHash: "", hash: expect.any(String) },
  ]);
  expect(await exported("--position", position)).toEqual([]);
  await vestibule(separateDatabase.url, "maintenance", "off", "--brand", "servus");
  expect(await exported("--position", position)).toMatchObject([{ event: "maintenance.off" }]);
  expect(await exported("--format", "ocsf")).toMatchObject([{ activity_name: "maintenance.on" }, {}]);
  expect(await exported("--since", "2099-01-01T00:00Z")).toEqual([]);
});

test("audit export refuses a position that is none, and a time without its zone", async () => {
  const position = join(folder, "not-a.position");
  writeFileSync(position, "here");
  expect(await vestibule(database.url, "audit", "export", "--position", position)).toBe(1);
  expect(output).toBe(`${position} has no position of an export\n`);
  output = "";
  expect(await vestibule(database.url, "audit", "export", "--since", "2026-11-01")).toBe(1);
  expect(output).toContain("--since 2026-11-01 is not a time with its zone");
});

test("events replay says how many events are sent again, and refuses an unknown webhook", async () => {
  const file = join(folder, "webhooks.json");
  writeFileSync(file, JSON.stringify({ crm: { brand: "servus", url: "https://crm.example/", events: "all" } }));
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  setEnvironment({ WEBHOOKS_FILE: file, WEBHOOK_SECRETS: `crm=${secret}` });
  await vestibule(database.url, "maintenance", "on", "--brand", "servus");
  await vestibule(database.url, "maintenance", "off", "--brand", "servus");
  output = "";
  expect(await vestibule(database.url, "events", "replay", "--webhook", "crm", "--since", "2026-01-01T00:00Z")).toBe(0);
  expect(output).toMatch(/^\d+ events are sent to crm again by the servers that run\.\n$/);
  output = "";
  expect(await vestibule(database.url, "events", "replay", "--webhook", "erp")).toBe(1);
  expect(output).toBe("--webhook erp is not a webhook of WEBHOOKS_FILE\n");
});

describe("explain, with the sample book imported", () => {
  let book: TestDatabase;
  beforeAll(async () => {
    book = await testDatabase();
    await vestibule(book.url, "policies", "import", sample);
  });
  afterAll(() => book.close());

  test("prints what a person of a row meets, by page and roadblock, without their name or contacts", async () => {
    expect(await vestibule(book.url, "explain", "K3M8115", "--brand", "belair")).toBe(0);
    const [title, ...sentences] = output.trimEnd().split("\n");
    expect(title).toMatch(/^belair: belair •+15, policyholder, qc$/);
    expect(sentences[0]).toBe("  Cannot register.");
    expect(output).toMatch(/No code can be sent.*\/verify\/options, then R103\)/);
    expect(output).not.toContain("Ste-Marie");
  });

  test("finds rows by an email, in French", async () => {
    const words = ["zoe.ln@fleuve.example", "--brand", "belair", "--language", "fr"];
    expect(await vestibule(book.url, "explain", ...words)).toBe(0);
    expect(output).toContain("permis de conduire au dossier");
    expect(output).not.toContain("zoe.ln");
  });

  test("refuses a row that the book does not have", async () => {
    expect(await vestibule(book.url, "explain", "K0000000", "--brand", "belair", "--json")).toBe(1);
    expect(JSON.parse(output)).toEqual({ reason: "unknown" });
  });

  test("counts namesakes with different contacts as different people, and each person once", async () => {
    await vestibule(book.url, "explain", "--brand", "belair", "--json");
    const [counted] = JSON.parse(output).books;
    const rows = readFileSync(sample, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("belair,"));
    const people = new Set(
      rows.map((line) => {
        const [, policy, , , , , firstName, lastName, birth, , email, mobile] = line.split(",");
        return [firstName, lastName, birth, email || mobile || policy].join(" ");
      }),
    );
    expect(counted).toMatchObject({ brand: "belair", people: people.size });
    expect(counted.endings.cannotRegister).toBeGreaterThan(0);
    expect(counted.endings.codeByEmail).toBeLessThan(people.size);
  });
});
