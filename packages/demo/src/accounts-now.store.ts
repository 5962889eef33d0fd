import type { Db } from "@vestibule/api/platform/database.table.ts";

/** Those of the given people who have an account, as "brand personKey". */
export async function accountsNow(database: Db, personKeys: readonly string[]): Promise<Set<string>> {
  if (personKeys.length === 0) return new Set();
  const rows = await database
    .selectFrom("account")
    .select(["brand", "person_key"])
    .where("person_key", "in", personKeys)
    .execute();
  return new Set(rows.map((row) => `${row.brand} ${row.person_key}`));
}
