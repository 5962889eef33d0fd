import type pg from "pg";
import { openPool } from "./database-pool.adapter.ts";

/** Whether production has used this database. False when the schema is missing or older than the mark. */
export async function isUsedByProduction(url: string): Promise<boolean> {
  return withPool(url, async (pool) => {
    const table = await pool.query("select to_regclass('production_use') is not null as found");
    if (!table.rows[0].found) return false;
    return (await pool.query("select from production_use")).rowCount === 1;
  });
}

/** Marks the database permanently. The schema must be migrated. */
export async function markUsedByProduction(url: string): Promise<void> {
  await withPool(url, (pool) => pool.query("insert into production_use default values on conflict do nothing"));
}

/** Uses a pool like that of `migrate`, so that it fails with the errors that a production start waits for. */
async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool({ connectionString: url, max: 1, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
