import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Database, Db, DbOrTrx, Trx } from "./database.table.ts";
import { openPool, replacingPool } from "./database-pool.adapter.ts";
import { isPooled, sessionOptions, sessionTimeLimits } from "./session-settings.rule.ts";

/** Dates without a time stay text (YYYY-MM-DD), because a date of birth has no time zone. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export interface DatabaseSettings {
  /** With several hosts, the one that accepts writes is used; `pgbouncer=true` names a pooler in transaction mode. */
  url: string;
  poolSize: number;
  keepOpen?: boolean;
  /** Client-side query timeout, longer than the server's; 0 for none, when statements set their own. */
  queryTimeoutMillis?: number;
  /** Factor for the server's timeouts and the wait for a connection; tests on a busy machine need more than 1. */
  timeoutFactor?: number;
}

/** One second more than PostgreSQL's statement timeout. */
const defaultQueryTimeoutMillis = 3500;

/** PostgreSQL's timeouts in milliseconds, and TCP keepalive settings in seconds to detect a lost client. */
const serverSettings = (timeoutFactor: number) => ({
  statement_timeout: sessionTimeLimits.statement_timeout * timeoutFactor,
  lock_timeout: sessionTimeLimits.lock_timeout * timeoutFactor,
  idle_in_transaction_session_timeout: sessionTimeLimits.idle_in_transaction_session_timeout * timeoutFactor,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  // Compiling a statement takes longer than running any of ours.
  jit: "off",
  // PostgreSQL overrates the generic plan of statements that count limits, and would plan each of their uses.
  plan_cache_mode: "force_generic_plan",
});

/**
 * The server's settings of a connection. A pooler in transaction mode passes on neither these nor the prepared
 * statements of an earlier transaction.
 */
export function connectionOptions({ url, timeoutFactor = 1 }: Pick<DatabaseSettings, "url" | "timeoutFactor">) {
  if (isPooled(url)) return {};
  return { options: sessionOptions(serverSettings(timeoutFactor)) };
}

/** Opens the pool. Waiting for a connection times out after 1 s. */
export function openDatabase(settings: DatabaseSettings): { database: Db; pool: pg.Pool } {
  const { timeoutFactor = 1 } = settings;
  const pool = openPool({
    connectionString: settings.url,
    max: settings.poolSize,
    min: settings.keepOpen ? settings.poolSize : 0,
    types,
    connectionTimeoutMillis: 1000 * timeoutFactor,
    query_timeout: settings.queryTimeoutMillis ?? defaultQueryTimeoutMillis,
    ...connectionOptions(settings),
  });
  const dialect = new PostgresDialect({ pool: replacingPool(pool, { prepare: !isPooled(settings.url) }) });
  return { database: new Kysely<Database>({ dialect }), pool };
}

/** Opens the maximum number of connections. One that fails is opened when it is needed. */
export async function openAllConnections(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const one of opened) if (one.status === "fulfilled") one.value.release();
}

/** The product's current time: the database clock, offset only in demo mode and tests. */
export const appNow = sql<Date>`app_now()`;

/** Reads the database's time, for work that starts without any other query. */
export async function readTime(database: DbOrTrx): Promise<Date> {
  return (await database.selectNoFrom(appNow.as("now")).executeTakeFirstOrThrow()).now;
}

export async function hasPassed(database: DbOrTrx, moment: Date): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`select ${moment} <= app_now() as passed`.execute(database);
  return rows[0]?.passed ?? false;
}

/** Adds one to a column of a row that the transaction has locked; returns the new value. Throws without such a row. */
export async function incrementColumn<Table extends keyof Database>(
  transaction: Trx,
  table: Table,
  { id, column }: { id: string; column: keyof Database[Table] & string },
): Promise<number> {
  const counter = sql.ref(column);
  const { rows } = await sql<{ count: number }>`
    update ${sql.table(table)} set ${counter} = ${counter} + 1 where id = ${id} returning ${counter} as count
  `.execute(transaction);
  return firstRow(rows).count;
}

/** The row of a statement that always returns one. */
export function firstRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the statement returned no row");
  return row;
}

type WithoutNulls<Row> = {
  [Name in keyof Row]: null extends Row[Name] ? NonNullable<Row[Name]> | undefined : Row[Name];
};

/** A row with undefined in place of null. */
export function withoutNulls<Row extends object>(row: Row): WithoutNulls<Row> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value ?? undefined]),
  ) as WithoutNulls<Row>;
}
