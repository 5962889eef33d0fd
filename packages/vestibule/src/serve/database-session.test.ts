import { randomBytes } from "node:crypto";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { withDatabaseClient } from "@vestibule/api/platform/database-client.adapter.ts";
import { sessionSettings } from "@vestibule/api/platform/session-settings.rule.ts";
import { expect, inject, onTestFinished, test } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { databaseUrl, onServer } from "../../../../test/postgres.setup.ts";
import { proxiedDatabase } from "../../../../test/proxied-database.ts";
import { checkDatabase, checkMigrationConnection } from "../doctor/database.check.ts";
import { settingsOf } from "../settings/test/test-settings.ts";
import { prepareDatabase } from "./server-database.adapter.ts";
import { asStartupError } from "./startup-error.ts";
import { startDroppingPooler, startStatementPooler } from "./test/refusing-pooler.ts";

/** Every setting that a role or database may have, with a value that our statements cannot work with. */
const strange = {
  DateStyle: "German, DMY",
  IntervalStyle: "sql_standard",
  TimeZone: "America/St_Johns",
  standard_conforming_strings: "off",
  default_transaction_isolation: "serializable",
  search_path: "elsewhere",
  array_nulls: "off",
  transform_null_equals: "on",
  extra_float_digits: "-15",
};

async function databaseWith(settings: Record<string, string>): Promise<TestDatabase> {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { rows } = await database.pool.query("select current_database() as name");
  for (const [name, value] of Object.entries(settings))
    await onServer(inject("postgres").url, `alter database ${rows[0].name} set ${name} = '${value}'`);
  return database;
}

const prepare = ({ url, ownerUrl }: Pick<TestDatabase, "url" | "ownerUrl">) =>
  prepareDatabase({ url, migrationUrl: ownerUrl }, { mode: "production", auditKeys: testKeys().audit }).then(
    () => "ready",
    (fault: unknown) => String(asStartupError(fault, { port: 3000 })),
  );
const doctor = async (url: string) =>
  (await checkDatabase({ ...settingsOf({}), databaseUrl: url, mode: "production" })).filter(
    ({ state }) => state === "fault",
  );

test.each(Object.entries(strange))("works in a database whose %s is %s", async (name, value) => {
  const { url, ownerUrl } = await databaseWith({ [name]: value });
  expect(await prepare({ url, ownerUrl })).toBe("ready");
  const { database, pool } = openDatabase({ url, poolSize: 1 });
  onTestFinished(() => database.destroy());
  const { rows } = await pool.query(`select app_now() as now, current_setting($1) as setting`, [name]);
  expect(Math.abs(rows[0].now.getTime() - Date.now())).toBeLessThan(3_600_000);
  const wanted: Record<string, string> = {
    ...sessionSettings.ofClient,
    ...sessionSettings.ofServer,
    search_path: "public",
  };
  expect(rows[0].setting.split(", ")[0]).toBe(wanted[name]);
});

test("stores nothing, and not the word NULL, from a list in a database whose array_nulls is off", async () => {
  const { url } = await databaseWith({ array_nulls: "off" });
  const { database, pool } = openDatabase({ url, poolSize: 1 });
  onTestFinished(() => database.destroy());
  const { rows } = await pool.query("select unnest($1::text[]) as one", [[null, "a"]]);
  expect(rows).toEqual([{ one: null }, { one: "a" }]);
});

test("keeps the schema and the time limits that the options of a URL have", async () => {
  const { url } = await databaseWith({});
  const connectionString = `${url}${url.includes("?") ? "&" : "?"}options=-c%20search_path%3Dpg_catalog`;
  const settings = await withDatabaseClient({ connectionString, options: "-c statement_timeout=1234" }, (client) =>
    client.query("select current_setting('search_path') as path, current_setting('statement_timeout') as timeout"),
  );
  expect(settings.rows).toEqual([{ path: "pg_catalog", timeout: "1234ms" }]);
});

test("keeps what our statements need where the options of a URL have something else", async () => {
  const { url, ownerUrl } = await databaseWith({});
  const connectionString = `${url}${url.includes("?") ? "&" : "?"}options=-c%20DateStyle%3DGerman%20-c%20TimeZone%3DJapan`;
  expect(await prepare({ url: connectionString, ownerUrl })).toBe("ready");
  expect(await doctor(connectionString)).toEqual(await doctor(url));
});

test("a start and the doctor name a role whose sessions leave out triggers", async () => {
  const { url, ownerUrl } = await databaseWith({ session_replication_role: "replica" });
  const reason = "session_replication_role is replica, which leaves out the triggers that protect the audit trail";
  expect(await prepare({ url, ownerUrl })).toContain(reason);
  expect(JSON.stringify(await doctor(url))).toContain(reason);
});

test("a start and the doctor name a database that is read-only", async () => {
  const { url, ownerUrl } = await databaseWith({ default_transaction_read_only: "on" });
  const reason = "the database is read-only (default_transaction_read_only is on)";
  expect(await prepare({ url, ownerUrl })).toContain(`MIGRATION_DATABASE_URL: ${reason}`);
  expect(await prepare({ url, ownerUrl: url })).toContain(`DATABASE_URL: ${reason}`);
  expect(await doctor(url)).toContainEqual(
    expect.objectContaining({ detail: expect.objectContaining({ en: `DATABASE_URL: ${reason}` }) }),
  );
  expect(await checkMigrationConnection({ migrationDatabaseUrl: ownerUrl })).toEqual([
    expect.objectContaining({
      state: "fault",
      detail: expect.objectContaining({ en: `MIGRATION_DATABASE_URL: ${reason}` }),
    }),
  ]);
});

test("the doctor counts the connections that the database itself allows", async () => {
  const { url, pool } = await databaseWith({});
  const { rows } = await pool.query("select current_database() as name");
  await onServer(inject("postgres").url, `alter database ${rows[0].name} connection limit 8`);
  expect((await doctor(url)).map(({ detail }) => detail.en)).toContainEqual(
    expect.stringMatching(/^8 allow 0 servers/),
  );
});

test("a start and the doctor name a PostgreSQL that is too old", async () => {
  const { url, ownerUrl, pool } = await databaseWith({});
  await pool.query("create schema other_version; grant usage on schema other_version to public");
  await pool.query(
    `create view other_version.pg_settings as
      select name, case name when 'server_version_num' then '140012' else setting end as setting from pg_settings`,
  );
  await pool.query("grant select on other_version.pg_settings to public");
  // Before pg_catalog, so that our statement reads the view.
  const path = "options=-c%20search_path%3Dother_version,public,pg_catalog";
  const old = (of: string) => `${of}${of.includes("?") ? "&" : "?"}${path}`;
  const reason = "PostgreSQL 14 is too old: 15 or later is needed";
  expect(await prepare({ url, ownerUrl: old(ownerUrl) })).toContain(`MIGRATION_DATABASE_URL: ${reason}`);
  expect(await prepare({ url: old(url), ownerUrl })).toContain(`DATABASE_URL: ${reason}`);
  expect(await doctor(old(url))).toContainEqual(
    expect.objectContaining({ detail: expect.objectContaining({ en: `DATABASE_URL: ${reason}` }) }),
  );
  expect(await checkMigrationConnection({ migrationDatabaseUrl: old(ownerUrl) })).toContainEqual(
    expect.objectContaining({ state: "fault" }),
  );
});

test.each(["LATIN1", "SQL_ASCII"])("a start and the doctor name a database whose encoding is %s", async (encoding) => {
  const { url: server } = inject("postgres");
  const name = `other_encoding_${randomBytes(4).toString("hex")}`;
  await onServer(
    server,
    `create database ${name} encoding '${encoding}' locale 'C' locale_provider libc template template0`,
  );
  onTestFinished(() => void onServer(server, `drop database ${name} with (force)`));
  const url = databaseUrl(server, name);
  expect(await prepare({ url, ownerUrl: url })).toContain(
    `DATABASE_URL: server_encoding of the database is ${encoding}`,
  );
  expect(JSON.stringify(await doctor(url))).toContain(`server_encoding of the database is ${encoding}`);
});

/** A URL of a pooler in transaction mode, which passes on no options of a connection. */
const pooled = (url: string) => `${url}${url.includes("?") ? "&" : "?"}pgbouncer=true`;

test("sets through a pooler what it keeps for each client", async () => {
  const { DateStyle, IntervalStyle, TimeZone, standard_conforming_strings } = strange;
  const { url, ownerUrl } = await databaseWith({ DateStyle, IntervalStyle, TimeZone, standard_conforming_strings });
  expect(await prepare({ url: pooled(url), ownerUrl })).toBe("ready");
  const { database, pool } = openDatabase({ url: pooled(url), poolSize: 1 });
  onTestFinished(() => database.destroy());
  const { rows } = await pool.query("select app_now() as now, $1::timestamptz as sent", [new Date(0)]);
  expect(rows[0].now).toBeInstanceOf(Date);
  expect(rows[0].sent).toEqual(new Date(0));
});

test.each([
  ["default_transaction_isolation", "serializable", "set default_transaction_isolation = 'read committed'"],
  ["search_path", "elsewhere", "set search_path = public"],
  ["array_nulls", "off", "set array_nulls = 'on'"],
])("a start and the doctor name %s of the role, which a pooler keeps for no client", async (name, value, remedy) => {
  const { url, ownerUrl } = await databaseWith({ [name]: value });
  expect(await prepare({ url: pooled(url), ownerUrl })).toContain(`DATABASE_URL: ${name}`);
  expect(JSON.stringify(await doctor(pooled(url)))).toContain(remedy);
});

test("a start and the doctor name a pooler that drops the settings of a connection in silence", async () => {
  const database = await databaseWith({ TimeZone: "Japan" });
  const { url, close } = await proxiedDatabase(database);
  onTestFinished(close);
  const { ownerUrl } = database;
  const dropping = await startDroppingPooler(url);
  const reason = "DATABASE_URL: a pooler drops the settings of the connection: add pgbouncer=true to its parameters";
  expect(await prepare({ url: dropping, ownerUrl })).toContain(reason);
  expect((await doctor(dropping)).map(({ detail }) => detail.en)).toContain(reason);
  expect(await prepare({ url: pooled(dropping), ownerUrl })).toBe("ready");
});

test("a start and the doctor name a pooler that refuses transactions", async () => {
  const database = await testDatabase();
  const { url, close } = await proxiedDatabase(database);
  onTestFinished(close);
  const { ownerUrl } = database;
  const refusing = pooled(await startStatementPooler(url));
  const reason = "DATABASE_URL: the pooler refuses transactions: set its pool_mode to transaction";
  expect(await prepare({ url: refusing, ownerUrl })).toContain(reason);
  expect((await doctor(refusing)).map(({ detail }) => detail.en)).toContain(reason);
});
