import { referenceCheckDigit } from "@vestibule/contract/fields/support-reference.rule.ts";
import { describe, expect, test } from "vitest";
import { testAuditSecret, testSecret } from "../../../test/book-file.ts";
import { sampleBook, useCommandLine } from "./command-line.ts";

const { startVestibule, vestibule, own } = useCommandLine();

const countBackends = async (condition: string): Promise<number> => {
  const { rows } = await own.database.pool.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and ${condition}`,
  );
  return rows[0].n;
};

const countBlocked = () => countBackends("wait_event_type = 'Lock'");

const countOthers = () => countBackends("state <> 'idle' and pid <> pg_backend_pid()");

describe("migrate", () => {
  test("F-27 leaves nothing behind when it is killed halfway, and does all of it the next time", async () => {
    const { pool, ownerUrl } = own.database;
    await pool.query("drop schema public cascade; create schema public");
    const env = { MIGRATION_DATABASE_URL: ownerUrl };
    const hasAccounts = async () =>
      (await pool.query("select to_regclass('account') is not null as found")).rows[0].found;
    const other = await pool.connect();
    await other.query("begin; create table audit_head (blocks_the_migration int)");
    const killed = startVestibule(["migrate"], env);
    await expect.poll(countBlocked, { timeout: 20_000 }).toBe(1);
    killed.process.kill("SIGKILL");
    await killed.result;
    await other.query("rollback");
    other.release();
    await expect.poll(countOthers, { timeout: 20_000 }).toBe(0);
    expect(await hasAccounts()).toBe(false);
    expect((await vestibule(["migrate"], env)).code).toBe(0);
    expect(await hasAccounts()).toBe(true);
  });
});

test("migrate reports that nothing is left to do", async () => {
  expect(await vestibule(["migrate"])).toEqual({ code: 0, output: "The database is up to date.\n" });
});

const rowsInBook = async () => (await own.database.pool.query("select count(*)::int as n from book_row")).rows[0].n;

describe("imports", () => {
  test("count without saving in a dry run, save in an import, and change nothing for the same file", async () => {
    const rehearsed = await vestibule(["policies", "import", sampleBook, "--dry-run"]);
    expect([rehearsed.code, await rowsInBook()]).toEqual([0, 0]);
    const imported = await vestibule(["policies", "import", sampleBook]);
    expect(imported.output).toMatch(/^Imported: \d+ rows/);
    const count = await rowsInBook();
    expect(count).toBeGreaterThan(50);
    const again = await vestibule(["policies", "import", sampleBook]);
    expect(again.output).toContain("0 added, 0 changed");
    expect(await rowsInBook()).toBe(count);
  });
});

describe("a database that production has used", () => {
  const secrets = ["TOKEN", "HASH", "LOOKUP", "COOKIE", "AUDIT"].map((name) => [`${name}_SECRETS`, testSecret(name)]);
  const production = {
    NODE_ENV: "production",
    BRANDS: "belair,bna,intact,scotia,servus",
    DEMO: "",
    ...Object.fromEntries(secrets),
  };

  test("A-197 refuses a command in demo mode after an import in production", async () => {
    expect((await vestibule(["policies", "import", sampleBook], production)).output).toMatch(/^Imported: \d+ rows/);
    const count = await rowsInBook();
    for (const words of [
      ["policies", "import", sampleBook],
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
  const { code, output } = await vestibule(["policies", "import", sampleBook], { DEMO: "" });
  expect([code, await rowsInBook()]).toEqual([1, 0]);
  expect(output).toContain("DEMO=1");
});

describe("audit verify", () => {
  const code = `12345678${referenceCheckDigit("12345678")}`;

  test("A-193 counts the events of an intact trail and reports a changed event by its id", async () => {
    await vestibule(["support", code], { AUDIT_SECRETS: testAuditSecret });
    expect(await vestibule(["audit", "verify"], { AUDIT_SECRETS: testAuditSecret })).toEqual({
      code: 0,
      output: "The audit trail is intact: 1 events.\n",
    });
    const client = await own.database.pool.connect();
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
  await own.database.pool.query(`insert into one_time_code (purpose, brand, session_id, identity_key, channel, code_hash, expires_at)
    values ('reset', 'belair', gen_random_uuid(), 'i', 'EMAIL', 'h', app_now() + interval '9 minutes')`);
  const { code, output } = await vestibule(["database", "restored"], settings);
  expect([code, output]).toEqual([0, expect.stringContaining("codes: 1")]);
  const { rows } = await own.database.pool.query("select superseded_at is not null as ended from one_time_code");
  expect(rows).toEqual([{ ended: true }]);
  const verified = await vestibule(["audit", "verify"], settings);
  expect(verified.code).toBe(0);
  expect(verified.output).toMatch(
    /^The audit trail is intact: 1 events\.\nRestored on .+: what happened after the beginning and before/,
  );
});
