import fs from "node:fs/promises";
import path from "node:path";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import { expect, onTestFinished, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { migrate, UnknownSchema } from "./migrations.adapter.ts";

async function open(): Promise<TestDatabase> {
  const one = await testDatabase();
  onTestFinished(() => one.close());
  return one;
}

test("leaves a migrated database unchanged", async () => {
  const { ownerUrl: url } = await open();
  expect(await migrate(url)).toEqual([]);
});

test("runs every migration once when several servers migrate an empty database concurrently", async () => {
  const { ownerUrl: url, pool } = await open();
  await pool.query("drop schema public cascade; create schema public");
  const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const ran = runs.flat();
  expect(ran.length).toBeGreaterThan(0);
  expect(new Set(ran).size).toBe(ran.length);
});

test("migrates without the time limits of the database", async () => {
  const { ownerUrl: url, pool } = await open();
  const { rows } = await pool.query("select current_database() as name");
  for (const name of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
    await pool.query(`alter database ${rows[0].name} set ${name} = '1ms'`);
  await pool.query("drop schema public cascade; create schema public");
  expect((await migrate(url)).length).toBeGreaterThan(0);
});

const addMigration = ({ pool }: TestDatabase, name: string) =>
  pool.query("insert into kysely_migration (name, timestamp) values ($1, now())", [name]);

test("F-26 starts on a database that the next version has migrated, and leaves it unchanged", async () => {
  const one = await open();
  await addMigration(one, "9999-next-version");
  expect(await migrate(one.ownerUrl)).toEqual([]);
});

test.each([
  ["newer version that removed what this one needs", "9999-next-version", "9999-next-version"],
  ["newer version that skipped a migration of this one", "9999-next-version", undefined],
  ["version before the first release", "0001-message-order", "0001-initial-schema"],
])("rejects a database of a %s and leaves it unchanged", async (_, name, oldest) => {
  const one = await open();
  await addMigration(one, name);
  if (oldest === undefined) await one.pool.query("delete from kysely_migration where name like '0007%'");
  else await one.pool.query("update schema_compatibility set oldest_migration = $1", [oldest]);
  const before = await one.pool.query("select name from kysely_migration order by name");
  await expect(migrate(one.ownerUrl)).rejects.toThrow(UnknownSchema);
  await expect(migrate(one.ownerUrl)).rejects.toThrow(name);
  expect((await one.pool.query("select name from kysely_migration order by name")).rows).toEqual(before.rows);
});

/** Types of the columns by table and name, and the columns that an insert has to give a value. */
async function schemaOf({ pool }: TestDatabase) {
  const { rows } = await pool.query(
    `select table_name as table, table_name || '.' || column_name as name, udt_name as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' as required
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`,
  );
  return {
    tables: new Set(rows.map(({ table }) => table)),
    types: Object.fromEntries(rows.map(({ name, type }) => [name, type])),
    required: rows.filter(({ required }) => required),
  };
}

test("F-26 a version that may start on this schema finds its columns, and no new one to fill", async () => {
  const one = await open();
  const now = await schemaOf(one);
  const { rows } = await one.pool.query("select oldest_migration as oldest from schema_compatibility");
  await one.pool.query("drop schema public cascade; create schema public");
  const migrationFolder = path.join(import.meta.dirname, "../../migrations");
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  const { error } = await new Migrator({ db: one.ownerDatabase, provider }).migrateTo(rows[0].oldest);
  expect(error).toBeUndefined();
  const oldest = await schemaOf(one);
  expect(Object.keys(oldest.types).length).toBeGreaterThan(100);
  expect(now.types).toMatchObject(oldest.types);
  const ofOldTables = now.required.filter(({ table }) => oldest.tables.has(table));
  expect(oldest.required).toEqual(expect.arrayContaining(ofOldTables));
});

test("moves the product's clock of one database only", async () => {
  const moved = await open();
  const other = await open();
  await moved.moveClock(3600);
  const secondsAhead = async ({ pool }: TestDatabase) => {
    const { rows } = await pool.query("select extract(epoch from app_now() - clock_timestamp())::float as seconds");
    return Math.abs(Math.round(rows[0].seconds));
  };
  expect(await secondsAhead(moved)).toBe(3600);
  expect(await secondsAhead(other)).toBe(0);
});
