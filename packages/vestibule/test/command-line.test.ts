import { type ChildProcess, type ExecFileException, execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { referenceCheckDigit } from "@vestibule/contract/fields/support-reference.rule.ts";
import { agentRow, codeMeaning } from "@vestibule/wording/agent-guide.rule.ts";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  accountHeader,
  accountLine,
  bookHeader,
  bookLine,
  testAuditSecret,
  writeTestFile,
} from "../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { temporaryFolder } from "./spawned-server.ts";

const bin = resolve(import.meta.dirname, "../bin/vestibule.mjs");
const sample = resolve(import.meta.dirname, "../../demo/sample/book.csv");

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDatabase;
beforeEach(async () => {
  folder = temporaryFolder();
  database = await testDatabase();
});
afterEach(async () => {
  await database.close();
  folder.remove();
});

/** Runs a command as an operator does. */
function vestibule(words: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string }>((done) => {
    vestibuleProcess(words, environment, (fault, stdout, stderr) => {
      done({ code: typeof fault?.code === "number" ? fault.code : 0, output: stdout + stderr });
    });
  });
}

function vestibuleProcess(
  words: readonly string[],
  environment: Record<string, string>,
  ended?: (fault: ExecFileException | null, stdout: string, stderr: string) => void,
): ChildProcess {
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path, DEMO: "1", DATABASE_URL: database.url, ...environment };
  return execFile(process.execPath, [bin, ...words], { env }, ended);
}

const countBackends = async (condition: string): Promise<number> => {
  const { rows } = await database.pool.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and ${condition}`,
  );
  return rows[0].n;
};
const countBlocked = () => countBackends("wait_event_type = 'Lock'");
const countOthers = () => countBackends("state <> 'idle' and pid <> pg_backend_pid()");

const rowsInBook = async () => (await database.pool.query("select count(*)::int as n from book_row")).rows[0].n;

describe("migrate", () => {
  test("F-27 leaves nothing behind when it is killed halfway, and does all of it the next time", async () => {
    const { pool, ownerUrl } = database;
    await pool.query("drop schema public cascade; create schema public");
    const env = { MIGRATION_DATABASE_URL: ownerUrl };
    const hasAccounts = async () =>
      (await pool.query("select to_regclass('account') is not null as found")).rows[0].found;
    const other = await pool.connect();
    await other.query("begin; create table audit_head (blocks_the_migration int)");
    const killed = vestibuleProcess(["migrate"], env);
    const ended = once(killed, "exit");
    await expect.poll(countBlocked, { timeout: 20_000 }).toBe(1);
    killed.kill("SIGKILL");
    await ended;
    await other.query("rollback");
    other.release();
    await expect.poll(countOthers, { timeout: 20_000 }).toBe(0);
    expect(await hasAccounts()).toBe(false);
    expect((await vestibule(["migrate"], env)).code).toBe(0);
    expect(await hasAccounts()).toBe(true);
  }, 60_000);
});

describe("imports", () => {
  test("count without saving in a dry run, save in an import, and change nothing for the same file", async () => {
    const rehearsed = await vestibule(["policies", "import", sample, "--dry-run"]);
    expect([rehearsed.code, await rowsInBook()]).toEqual([0, 0]);
    const imported = await vestibule(["policies", "import", sample]);
    expect(imported.output).toMatch(/^Imported: \d+ rows/);
    const count = await rowsInBook();
    expect(count).toBeGreaterThan(50);
    const again = await vestibule(["policies", "import", sample]);
    expect(again.output).toContain("0 added, 0 changed");
    expect(await rowsInBook()).toBe(count);
  });

  test("report a bad row with its line and save nothing", async () => {
    const file = join(folder.path, "book.csv");
    writeFileSync(file, "company,policyNumber\nbelair\n");
    const { code, output } = await vestibule(["policies", "import", file]);
    expect([code, await rowsInBook()]).toEqual([1, 0]);
    expect(output).toMatch(/book\.csv:\d+: .+\nNothing was imported\./s);
  });
});

describe("a database that production has used", () => {
  const secret = (letter: string) => `${letter}-4kQz81mWv7pRt0xNc5sYb2uHe9dGf3jL`;
  const secrets = ["TOKEN", "HASH", "LOOKUP", "COOKIE", "AUDIT"].map((name) => [`${name}_SECRETS`, secret(name)]);
  const production = { NODE_ENV: "production", DEMO: "", ...Object.fromEntries(secrets) };

  test("A-197 refuses a command in demo mode after an import in production", async () => {
    expect((await vestibule(["policies", "import", sample], production)).output).toMatch(/^Imported: \d+ rows/);
    const count = await rowsInBook();
    for (const words of [
      ["policies", "import", sample],
      ["maintenance", "on"],
    ]) {
      const { code, output } = await vestibule(words);
      expect([code, output]).toEqual([1, expect.stringContaining("a database that production has used")]);
    }
    expect((await vestibule(["doctor"])).output).toMatch(/FAULT +database: .+ production has used/);
    expect(await rowsInBook()).toBe(count);
    expect((await vestibule(["migrate"], production)).output).toBe("The database is up to date.\n");
  });
});

test("A-197 a command with a custom database needs a mode", async () => {
  const { code, output } = await vestibule(["policies", "import", sample], { DEMO: "" });
  expect([code, await rowsInBook()]).toEqual([1, 0]);
  expect(output).toContain("DEMO=1");
});

describe("doctor", () => {
  test("prints each setting with its source and no secret", async () => {
    const { code, output } = await vestibule(["doctor"], { PORT: "4711" });
    expect(output).toMatch(/PORT +4711 +environment/);
    expect(output).toMatch(/LOG_LEVEL +warn +default/);
    expect(output).toMatch(/DATABASE_URL +\(set\) +environment/);
    expect(output).not.toContain(database.url);
    expect(output).toMatch(/ok +database: PostgreSQL \d+/);
    expect(output).toMatch(/ok +clock: /);
    expect(output).toMatch(/ok +brands: .*belair/);
    expect(code).toBe(0);
  });

  test("repeats the warnings of a start", async () => {
    const { output } = await vestibule(["doctor"], { TRUSTED_PROXYS: "10.0.0.1", SMTP_URL: "smtp://127.0.0.1:1" });
    expect(output).toMatch(/warning +setting: TRUSTED_PROXYS is no setting: did you mean TRUSTED_PROXIES\?/);
    expect(output).not.toMatch(/setting: SMTP_URL/);
  });

  test("fails when the database does not respond, without printing its credentials", async () => {
    const { code, output } = await vestibule(["doctor"], {
      DATABASE_URL: "postgresql://somebody:pass-word@127.0.0.1:1/none",
    });
    expect(code).toBe(1);
    expect(output).toContain("FAULT   database: does not answer (ECONNREFUSED)");
    expect(output).not.toContain("pass-word");
  });

  test("sends one test message to the given e-mail through the configured mail server", async () => {
    const received: string[] = [];
    const mail = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      onData: (stream, session, done) => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.resume().on("end", () => done());
      },
    });
    const server = mail.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { output } = await vestibule(["doctor", "--send-to", "operator@example.ca"], {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    expect(output).toContain("test message: accepted (EMAIL)");
    expect(received).toEqual(["operator@example.ca"]);
    await new Promise<void>((closed) => mail.close(() => closed()));
  });
});

test("migrate reports that nothing is left to do", async () => {
  expect(await vestibule(["migrate"])).toEqual({ code: 0, output: "The database is up to date.\n" });
});

describe("support", () => {
  const code = `12345678${referenceCheckDigit("12345678")}`;
  const insert = `insert into support_reference (code, brand, facts, expires_at) values ($1, 'belair', $2, now() + '1 day')`;

  test("prints the case of a reference with its agent row, and records the access in the audit trail", async () => {
    const seen = { page: "/roadblock/technical", agentCode: "R212", shownCode: "0x13212077" };
    const facts = { ...seen, province: "qc", language: "fr" };
    await database.pool.query(insert, [code, JSON.stringify(facts)]);
    const printed = await vestibule(["support", code, "--language", "fr"]);
    expect(printed.output).toMatch(/^Reference 123.456.78\d, made .* under belair \(qc, fr\)/);
    expect(printed.output).toContain("Roadblock technical R212");
    expect(printed.output).toContain(`0x13212077: ${codeMeaning("0x13212077", "fr")}`);
    expect(printed.output).toContain(agentRow("technical", "fr").never);
    const { rows } = await database.pool.query("select actor, result from audit_event");
    expect(rows).toEqual([{ actor: expect.stringMatching(/^operator:./), result: "found" }]);
  });

  test("distinguishes a misheard reference from one that was never issued", async () => {
    expect(await vestibule(["support", "123 456 780"])).toMatchObject({
      code: 1,
      output: expect.stringContaining("misheard"),
    });
    expect(await vestibule(["support", code])).toMatchObject({ code: 1 });
  });
});

describe("secrets", () => {
  const production = { NODE_ENV: "production", DEMO: "" };
  const readEnv = (text: string) =>
    Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, ...pair]) => pair));

  test("A-196 generate prints secrets that production accepts, different each time", async () => {
    const { output } = await vestibule(["secrets", "generate"]);
    const generated = readEnv(output);
    expect(Object.keys(generated)).toHaveLength(6);
    expect((await vestibule(["migrate"], { ...production, ...generated })).code).toBe(0);
    expect(Object.values(readEnv((await vestibule(["secrets", "generate"])).output))).not.toEqual(
      Object.values(generated),
    );
  });

  test("generate --output writes a file for its owner alone and keeps one that exists", async () => {
    const file = join(folder.path, "vestibule.env");
    expect((await vestibule(["secrets", "generate", "--output", file])).output).not.toContain("TOKEN_SECRETS");
    const written = readFileSync(file, "utf8");
    expect(Object.keys(readEnv(written))).toContain("TOKEN_SECRETS");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await vestibule(["secrets", "generate", "--output", file]);
    expect(readFileSync(file, "utf8")).toBe(written);
  });

  test("A-202 rotate prints each present secret with a new one, which first verifies and then signs", async () => {
    const { SERVICE_CREDENTIALS: _kept, ...present } = readEnv((await vestibule(["secrets", "generate"])).output);
    const older = { ...present, TOKEN_SECRETS: `${present.TOKEN_SECRETS},${testAuditSecret}` };
    const { code, output } = await vestibule(["secrets", "rotate"], { ...production, ...older });
    expect(code).toBe(0);
    const [first = {}, second = {}] = output.split("# Step 2").map(readEnv);
    for (const [name, secret] of Object.entries(present)) {
      const [newest = "", other] = second[name]?.split(",") ?? [];
      expect(first[name]).toBe(`${secret},${newest}`);
      expect(other).toBe(secret);
      expect(newest).toMatch(/^[\w-]{43}$/);
    }
    expect(output).toContain("The older secret of TOKEN_SECRETS leaves");
    expect(output).not.toContain(testAuditSecret);
    expect(output).toContain("# SERVICE_CREDENTIALS:");
  });

  test("A-202 rotate puts a new secret before demo mode's own in its file", async () => {
    await vestibule(["migrate"]);
    const stored = () => JSON.parse(readFileSync(join(folder.path, "secrets.json"), "utf8"));
    const before = stored();
    const { output } = await vestibule(["secrets", "rotate"], { AUDIT_SECRETS: testAuditSecret });
    expect(output).toContain("TOKEN_SECRETS, HASH_SECRETS, LOOKUP_SECRETS, COOKIE_SECRETS. Start");
    const after = stored();
    expect(after.TOKEN_SECRETS).toMatch(new RegExp(`^[\\w-]{43},${before.TOKEN_SECRETS}$`));
    expect([after.AUDIT_SECRETS, after.SERVICE_CREDENTIALS]).toEqual([
      before.AUDIT_SECRETS,
      before.SERVICE_CREDENTIALS,
    ]);
    expect((await vestibule(["migrate"])).code).toBe(0);
  });
});

test.each([
  ["is cut off", (text: string) => text.slice(0, -20)],
  ["lacks a secret", (text: string) => text.replace("HASH_SECRETS", "OTHER")],
  ["has a short secret", (text: string) => text.replace(/("COOKIE_SECRETS": ")[^"]+/, "$1short")],
])("F-30 demo mode refuses a file of secrets that %s, and leaves it as it is", async (_what, change) => {
  await vestibule(["migrate"]);
  const file = join(folder.path, "secrets.json");
  const broken = change(readFileSync(file, "utf8"));
  writeFileSync(file, broken);
  const { code, output } = await vestibule(["migrate"]);
  expect([code, output]).toEqual([1, expect.stringContaining("secrets.json has no usable secrets: restore it")]);
  expect(output).not.toMatch(/[\w-]{43}/);
  expect(readFileSync(file, "utf8")).toBe(broken);
});

describe("person", () => {
  const secrets = { TOKEN_SECRETS: testAuditSecret.replace("audit", "token") };
  const ofPerson = ["--brand", "belair", "--email", "gilles@courrier.example"];

  test("export prints what is kept in the person's language, and as data", async () => {
    await importHolder();
    const printed = await vestibule(["person", "export", ...ofPerson]);
    expect(printed.output).toContain("Ce que nous conservons à votre sujet");
    expect(printed.output).toMatch(/Compte en ligne\n {2}Adresse courriel\u00a0: gilles@courrier.example/);
    const english = await vestibule(["person", "export", ...ofPerson, "--language", "en"]);
    expect(english.output).toMatch(/In the insurer’s files\n(.*\n)* {2}Date of birth: 1988-02-29/);
    const { data } = JSON.parse((await vestibule(["person", "export", ...ofPerson, "--json"])).output);
    expect(data.account).toEqual([expect.objectContaining({ email: "gilles@courrier.example", lastName: "St-Onge" })]);
    expect(JSON.stringify(data)).not.toContain("argon2");
  });

  test("erase deletes nothing without its confirmation, and then says what stays and why", async () => {
    await importHolder();
    const accounts = async () => (await database.pool.query("select email from account")).rows;
    const preview = await vestibule(["person", "erase", ...ofPerson], secrets);
    expect(preview.output).toMatch(/^An erasure would delete\n/);
    expect(await accounts()).toHaveLength(1);
    const wrong = await vestibule(["person", "erase", ...ofPerson, "--confirm", "x"], secrets);
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("--confirm")]);
    const [, confirmation = ""] = /--confirm (\S+)/.exec(preview.output) ?? [];
    const identity = ["--policy", "K3M-4821", "--first-name", "maelle", "--last-name", "St-Onge"];
    const byPolicy = ["--brand", "belair", ...identity, "--date-of-birth", "1988-02-29"];
    const erased = await vestibule(["person", "erase", ...byPolicy, "--confirm", confirmation], secrets);
    expect(erased.output).toMatch(/^Deleted\n(.*\n)* {2}Online account: 1\n\nKept\n/);
    expect(erased.output).toContain("In the insurer’s files: 1. The insurer's record of its contracts");
    expect(await accounts()).toEqual([]);
    const { rows } = await database.pool.query("select actor from audit_event where event = 'person.erased'");
    expect(rows).toEqual([{ actor: expect.stringMatching(/^operator:./) }]);
  });

  test("reports what is missing to find a person", async () => {
    const { code, output } = await vestibule(["person", "export", "--brand", "belair", "--policy", "K3M4821"]);
    expect([code, output]).toEqual([1, expect.stringContaining("--date-of-birth")]);
  });

  /** A person of the book with an account under another e-mail. */
  async function importHolder() {
    const book = await writeTestFile(`${bookHeader}\n${bookLine()}\n`);
    const accounts = await writeTestFile(`${accountHeader}\n${accountLine({ email: "gilles@courrier.example" })}\n`);
    expect((await vestibule(["policies", "import", book])).code).toBe(0);
    expect((await vestibule(["accounts", "import", accounts])).code).toBe(0);
  }
});

describe("audit verify", () => {
  const code = `12345678${referenceCheckDigit("12345678")}`;

  test("A-193 counts the events of an intact trail and reports a changed event by its id", async () => {
    await vestibule(["support", code], { AUDIT_SECRETS: testAuditSecret });
    expect(await vestibule(["audit", "verify"], { AUDIT_SECRETS: testAuditSecret })).toEqual({
      code: 0,
      output: "The audit trail is whole: 1 events.\n",
    });
    const client = await database.pool.connect();
    await client.query("set session_replication_role = replica");
    const { rows } = await client.query("update audit_event set result = 'other' returning id, chain");
    client.release(true);
    const { code: exitCode, output } = await vestibule(["audit", "verify"], { AUDIT_SECRETS: testAuditSecret });
    expect(exitCode).toBe(1);
    expect(output).toContain(`(changed): event ${rows[0].id} of chain ${rows[0].chain}`);
  });
});

test("F-35 database restored revokes issued codes, and audit verify reports the gap", async () => {
  const settings = { AUDIT_SECRETS: testAuditSecret };
  await database.pool.query(`insert into one_time_code (purpose, brand, session_id, identity_key, channel, code_hash, expires_at)
    values ('reset', 'belair', gen_random_uuid(), 'i', 'EMAIL', 'h', app_now() + interval '9 minutes')`);
  const { code, output } = await vestibule(["database", "restored"], settings);
  expect([code, output]).toEqual([0, expect.stringContaining("codes: 1")]);
  const { rows } = await database.pool.query("select superseded_at is not null as ended from one_time_code");
  expect(rows).toEqual([{ ended: true }]);
  const verified = await vestibule(["audit", "verify"], settings);
  expect(verified.code).toBe(0);
  expect(verified.output).toMatch(
    /^The audit trail is whole: 1 events\.\nRestored on .+: what happened after the beginning and before/,
  );
});

test("A-196 a command reports all invalid settings at once, as the server does", async () => {
  const { code, output } = await vestibule(["migrate"], { PORT: "x", LOG_LEVEL: "loud" });
  expect(code).toBe(1);
  expect(output).toMatch(/PORT is no port.*LOG_LEVEL is "loud"/s);
});

test("an unknown command is reported and fails", async () => {
  const { code, output } = await vestibule(["dance"]);
  expect([code, output]).toEqual([1, expect.stringContaining("unknown command")]);
});

describe("report", () => {
  test("prints zero counts without events, as a table and as JSON", async () => {
    expect((await vestibule(["report"])).output).toMatch(/^From \d{4}-\d\d-\d\d to .+\n\n +started .+stuck rate\n/);
    const { code, output } = await vestibule(["report", "--from", "2026-03-01", "--to", "2026-03-31", "--json"]);
    expect(code).toBe(0);
    const report = JSON.parse(output);
    expect(report).toMatchObject({ from: "2026-03-01", to: "2026-03-31", brand: null });
    expect(report.journeys[0]).toMatchObject({ journey: "registration", started: 0, stuckRate: null });
  });

  test.each([
    ["--from", "yesterday"],
    ["--to", "2026-02-30"],
    ["--brand", "nobody"],
  ])("%s %s is refused with its name", async (option, value) => {
    const { code, output } = await vestibule(["report", option, value]);
    expect(code).toBe(1);
    expect(output).toContain(`${option} ${value} is no `);
  });
});
