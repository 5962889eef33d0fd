import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database, Db, DbOrTrx } from "./database.table.ts";

/** Dates without a time stay text (YYYY-MM-DD): a birthday has no time zone. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export interface DatabaseSettings {
  url: string;
  /** Connections of this server at the most. */
  poolSize: number;
  /** Keeps connections that were opened, also while they are idle. */
  keepOpen?: boolean;
}

/** Opens the pool. Statements end after 2.5 s, waits for a lock after 1 s, idle transactions after 5 s, waits for a connection after 1 s. */
export function openDatabase(settings: DatabaseSettings): { database: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.poolSize,
    min: settings.keepOpen ? settings.poolSize : 0,
    types,
    connectionTimeoutMillis: 1000,
    options: "-c statement_timeout=2500 -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000",
  });
  // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
  pool.on("error", () => {});
  return { database: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** The moment it is for the product: the database's clock, moved only by demo mode and tests. */
export const appNow = sql<Date>`app_now()`;

/** Whether a moment lies behind, by the database's clock. */
export async function hasPassed(database: DbOrTrx, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`select ${moment} <= app_now() as passed`.execute(database);
  return rows[0]?.passed ?? false;
}
