import { randomBytes } from "node:crypto";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type pg from "pg";
import { inject } from "vitest";
import { databaseUrl, onServer } from "./postgres.setup.ts";
import { collectStatements, statementsWithoutIndex } from "./query-plans.ts";

export interface TestDatabase {
  /** Connections with the role of the service, like those of the product. */
  database: Db;
  servicePool: pg.Pool;
  url: string;
  /** Connections with the role of the owner, to prepare and inspect data. */
  pool: pg.Pool;
  ownerDatabase: Db;
  ownerUrl: string;
  /** Advances the clock of this database by a number of seconds. */
  moveClock(seconds: number): Promise<void>;
  /**
   * Closes the connections. Throws if the product read a growing table without an index. The database itself is removed
   * at the end of the run.
   */
  close(): Promise<void>;
}

/** Opens ten connections with long timeouts, for busy machines. */
export const openPatiently = (url: string) =>
  openDatabase({ url, poolSize: 10, queryTimeoutMillis: 0, timeoutFactor: 50 });

export async function testDatabase(): Promise<TestDatabase> {
  const { url: server, serviceUrl, template } = inject("postgres");
  const name = `${template}_test_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  const url = databaseUrl(serviceUrl, name);
  const ownerUrl = databaseUrl(server, name);
  const { database, pool: servicePool } = openPatiently(url);
  collectStatements(servicePool);
  const { database: ownerDatabase, pool } = openPatiently(ownerUrl);
  return {
    database,
    servicePool,
    url,
    pool,
    ownerDatabase,
    ownerUrl,
    moveClock: async (seconds) => {
      await pool.query("update clock_offset set seconds = seconds + $1", [seconds]);
    },
    close: async () => {
      const withoutIndex = await statementsWithoutIndex(pool);
      await Promise.all([database.destroy(), ownerDatabase.destroy()]);
      if (withoutIndex.length > 0) throw new Error(`no index serves\n${withoutIndex.join("\n")}`);
    },
  };
}
