import { afterEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../../../test/database.ts";
import { migrate, UnknownSchema } from "./migrations.adapter.ts";

let opened: TestDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
});

async function open(): Promise<TestDatabase> {
  const one = await testDatabase();
  opened.push(one);
  return one;
}

test("leaves a migrated database unchanged", async () => {
  const { ownerUrl: url } = await open();
  expect(await migrate(url, {})).toEqual([]);
});

test("runs every migration once when several servers migrate an empty database concurrently", async () => {
  const { ownerUrl: url, pool } = await open();
  await pool.query("drop schema public cascade; create schema public");
  const runs = await Promise.all([migrate(url, {}), migrate(url, {}), migrate(url, {})]);
  const ran = runs.flat();
  expect(ran.length).toBeGreaterThan(0);
  expect(new Set(ran).size).toBe(ran.length);
});

test.each([
  ["newer version", "9999-from-the-future"],
  ["version before the first release", "0024-message-order"],
])("rejects a database of a %s and leaves it unchanged", async (_, name) => {
  const { ownerUrl: url, pool } = await open();
  const applied = async () => (await pool.query("select from kysely_migration")).rowCount ?? 0;
  const before = await applied();
  await pool.query("insert into kysely_migration (name, timestamp) values ($1, now())", [name]);
  await expect(migrate(url, {})).rejects.toThrow(UnknownSchema);
  await expect(migrate(url, {})).rejects.toThrow(name);
  expect(await applied()).toBe(before + 1);
});

test("moves the product's clock of one database only", async () => {
  const [moved, other] = [await open(), await open()];
  await moved.moveClock(3600);
  const secondsAhead = async ({ pool }: TestDatabase) => {
    const { rows } = await pool.query("select extract(epoch from app_now() - clock_timestamp())::float as seconds");
    return Math.abs(Math.round(rows[0].seconds));
  };
  expect(await secondsAhead(moved)).toBe(3600);
  expect(await secondsAhead(other)).toBe(0);
});
