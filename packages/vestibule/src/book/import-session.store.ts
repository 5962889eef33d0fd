import type { Db, Trx } from "@vestibule/api/platform/database.table.ts";
import { sql } from "kysely";
import type { ImportOptions } from "./import-file.ts";
import { Refused, type RefusedImport } from "./import-report.schema.ts";

/** Rolls back the transaction of a dry run. */
class Rehearsed extends Error {}

/** One transaction with longer timeouts; imports run one at a time. A dry run or refused file is rolled back. */
export async function importSession<T>(
  { database, dryRun }: Pick<ImportOptions, "database" | "dryRun">,
  work: (transaction: Trx) => Promise<T>,
): Promise<T | RefusedImport> {
  let result: { value: T } | undefined;
  try {
    await database.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', '15min', true), set_config('lock_timeout', '5min', true),
        set_config('idle_in_transaction_session_timeout', '15min', true)`.execute(transaction);
      await sql`select pg_advisory_xact_lock(hashtext('book import'))`.execute(transaction);
      result = { value: await work(transaction) };
      if (dryRun) throw new Rehearsed();
    });
  } catch (fault) {
    if (fault instanceof Refused) return fault.refusal;
    if (!(fault instanceof Rehearsed)) throw fault;
  }
  if (!result) throw new Error("the import ended without a result");
  return result.value;
}

export interface ImportRecord {
  kind: "policies" | "accounts";
  fingerprint: string | null;
  rows: number;
  added: number;
  changed: number;
}

export async function recordImport(transaction: Trx, record: ImportRecord): Promise<void> {
  await sql`insert into book_import (kind, fingerprint, rows, added, changed)
    values (${record.kind}, ${record.fingerprint}, ${record.rows}, ${record.added}, ${record.changed})`.execute(
    transaction,
  );
}

export async function lastFingerprint(database: Db, kind: ImportRecord["kind"]): Promise<string | undefined> {
  const found = await sql<{ fingerprint: string }>`select fingerprint from book_import
    where kind = ${kind} and fingerprint is not null order by id desc limit 1`.execute(database);
  return found.rows[0]?.fingerprint;
}

/** Columns of a staging table, each with its SQL type and a function that reads its value from a row. */
export type StageColumns<Row> = Record<string, readonly [type: string, of: (row: Row) => unknown]>;

interface Stage<Row> {
  table: string;
  columns: StageColumns<Row>;
}

/** Creates a staging table that exists until the end of the transaction. `more` are further columns and constraints. */
export async function openStage<Row>(
  transaction: Trx,
  { table, columns, more }: Stage<Row> & { more: readonly string[] },
): Promise<void> {
  const definitions = [...Object.entries(columns).map(([column, [type]]) => `${column} ${type}`), ...more];
  await sql.raw(`create temporary table ${table} (${definitions.join(", ")}) on commit drop`).execute(transaction);
}

/** Inserts a batch of rows in one statement, with one array per column. */
export async function stageRows<Row>(
  transaction: Trx,
  { table, columns, rows }: Stage<Row> & { rows: readonly Row[] },
): Promise<void> {
  const arrays = Object.values(columns).map(([type, of]) => sql`${rows.map(of)}::${sql.raw(type)}[]`);
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    select * from unnest(${sql.join(arrays)})`.execute(transaction);
}

export async function refreshStatistics(transaction: Trx): Promise<void> {
  await sql`select refresh_book_statistics()`.execute(transaction);
}
