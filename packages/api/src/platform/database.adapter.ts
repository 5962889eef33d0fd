import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database, Db, DbOrTrx } from "./database.table.ts";
import { openPool, replacingPool } from "./database-pool.adapter.ts";

/** Dates without a time stay text (YYYY-MM-DD): a birthday has no time zone. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export interface DatabaseSettings {
  url: string;
  /** Connections of this server at the most. */
  poolSize: number;
  /** Keeps connections that were opened, also while they are idle. */
  keepOpen?: boolean;
  /** Most time for a query as the client sees it, longer than the server's own limit; 0 for none, where statements set their own. */
  queryTimeoutMillis?: number;
}

/** A second more than PostgreSQL takes to end the statement itself. */
const defaultQueryTimeoutMillis = 3500;

/** PostgreSQL's limits in milliseconds, and in seconds how it finds out that we are gone. */
const serverSettings = {
  statement_timeout: 2500,
  lock_timeout: 1000,
  idle_in_transaction_session_timeout: 5000,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  // Compiling a statement takes longer than any of ours runs.
  jit: "off",
};

/** Opens the pool. A wait for a connection ends after 1 s. */
export function openDatabase(settings: DatabaseSettings): { database: Db; pool: pg.Pool } {
  const pool = openPool({
    connectionString: settings.url,
    max: settings.poolSize,
    min: settings.keepOpen ? settings.poolSize : 0,
    types,
    connectionTimeoutMillis: 1000,
    query_timeout: settings.queryTimeoutMillis ?? defaultQueryTimeoutMillis,
    options: Object.entries(serverSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(" "),
  });
  return { database: new Kysely<Database>({ dialect: new PostgresDialect({ pool: replacingPool(pool) }) }), pool };
}

/** Opens as many connections as the pool may have. One that fails is opened when it is needed. */
export async function openAllConnections(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const one of opened) if (one.status === "fulfilled") one.value.release();
}

/** The moment it is for the product: the database's clock, moved only by demo mode and tests. */
export const appNow = sql<Date>`app_now()`;

/** Whether a moment lies behind, by the database's clock. */
export async function hasPassed(database: DbOrTrx, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`select ${moment} <= app_now() as passed`.execute(database);
  return rows[0]?.passed ?? false;
}
