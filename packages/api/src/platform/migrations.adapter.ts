import fs from "node:fs/promises";
import path from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import type { Db } from "./database.table.ts";
import { openPool } from "./database-pool.adapter.ts";
import { isPooled, sessionOptions, sessionTimeLimits } from "./session-settings.rule.ts";

const migrationFolder = path.join(import.meta.dirname, "..", "..", "migrations");

/** A newer version removed what this one needs, or one before the first release created the database. */
export class UnknownSchema extends Error {
  constructor(newest: string | undefined) {
    super(
      `the database was migrated by another version (${newest}); start that version, restore a backup or begin with an empty database (for the embedded PostgreSQL, an empty DATA_DIR)`,
    );
  }
}

const initialSchema = "0001-initial-schema";

/** A role or database may have limits too, which a change of a large table would exceed. */
const withoutTimeLimits = Object.fromEntries(Object.keys(sessionTimeLimits).map((name) => [name, 0]));

/**
 * Migrates the schema to this version, over a separate connection without the time limits of requests. Concurrent
 * servers wait for each other. Returns the names of the migrations that ran; none where a newer version has migrated
 * the database and this one can use it, as in a rolling upgrade. `finishInitialSchema` runs in the transaction of the
 * first migration, with what a migration file does not have.
 */
export async function migrate(
  url: string,
  finishInitialSchema: (transaction: Db) => Promise<void> = async () => {},
): Promise<string[]> {
  const options = isPooled(url) ? {} : { options: sessionOptions(withoutTimeLimits) };
  const pool = openPool({ connectionString: url, max: 2, connectionTimeoutMillis: 5000, ...options });
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrations = await new FileMigrationProvider({ fs, path, migrationFolder }).getMigrations();
    if (await isOfNewerVersion(database, Object.keys(migrations))) return [];
    const up = async (transaction: Kysely<unknown>) => {
      await migrations[initialSchema]?.up(transaction);
      await finishInitialSchema(transaction as Db);
    };
    const provider = { getMigrations: async () => ({ ...migrations, [initialSchema]: { up } }) };
    const { error, results } = await new Migrator({ db: database, provider }).migrateToLatest();
    if (error !== undefined) throw error;
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await database.destroy();
  }
}

/** Whether a newer version has migrated the database and left what this one needs. */
async function isOfNewerVersion(database: Kysely<unknown>, known: readonly string[]): Promise<boolean> {
  if (!(await hasTable(database, "kysely_migration"))) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database);
  const applied = rows.map(({ name }) => name).sort();
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return false;
  const newest = known.toSorted().at(-1) ?? "";
  const isComplete = known.every((name) => applied.includes(name));
  const isNewer = unknown.every((name) => name > newest);
  if (isComplete && isNewer && (await oldestMigration(database)) <= newest) return true;
  throw new UnknownSchema(unknown.at(-1));
}

async function oldestMigration(database: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ oldest: string }>`select oldest_migration as oldest from schema_compatibility`.execute(
    database,
  );
  return rows[0]?.oldest ?? "";
}

async function hasTable(database: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass(${name}) as found`.execute(database);
  return rows[0]?.found != null;
}
