import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";

const planted = [
  ["a column without an index", "select id from account where first_name = $1"],
  ["a whole index in its order", "select id from account order by brand, id"],
  ["a function of an indexed column", "delete from limit_window where starts_with(key, $1)"],
] as const;

test.each(planted)("a test database reports a statement that reads a growing table by %s", async (_title, text) => {
  const database = await testDatabase();
  await database.database.executeQuery(CompiledQuery.raw(text, text.includes("$1") ? ["x"] : []));
  await expect(database.close()).rejects.toThrow(text);
});

test("a test database accepts a statement that uses an index", async () => {
  const database = await testDatabase();
  const text = "select id from account where brand = $1 and email = $2";
  await database.database.executeQuery(CompiledQuery.raw(text, ["belair", "x"]));
  await expect(database.close()).resolves.toBeUndefined();
});
