import { randomBytes } from "node:crypto";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type pg from "pg";
import { inject } from "vitest";
import { databaseUrl, onServer } from "./postgres.setup.ts";

export interface TestDatabase {
  database: Db;
  pool: pg.Pool;
  url: string;
  /** Moves the product's clock on by so many seconds, for this database alone. */
  moveClock(seconds: number): Promise<void>;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
}

/** A fresh, migrated database on the run's real PostgreSQL. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url: server, template } = inject("postgres");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = databaseUrl(server, name);
  const { database, pool } = openDatabase({ url, poolSize: 10 });
  return {
    database,
    pool,
    url,
    moveClock: async (seconds) => {
      await pool.query("update clock_offset set seconds = seconds + $1", [seconds]);
    },
    close: async () => {
      await database.destroy();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}
