import fs from "node:fs/promises";
import path from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { FileMigrationProvider, type Migration, Migrator } from "kysely/migration";
import type { Db } from "./database.table.ts";
import { openPool } from "./database-pool.adapter.ts";

const migrationFolder = path.join(import.meta.dirname, "..", "..", "migrations");

/** The database has migrations that this version does not know: of a newer version, or of one before the first release. */
export class UnknownSchema extends Error {
  constructor(newest: string | undefined) {
    super(
      `the database was migrated by another version (${newest}); start that version, restore a backup or begin with an empty database (for the embedded PostgreSQL, an empty DATA_DIR)`,
    );
  }
}

/** Work in a migration's transaction that needs more than a migration file has, by migration name. */
export type MigrationSteps = Readonly<Record<string, (transaction: Db) => Promise<void>>>;

/**
 * Migrates the schema to this version, over a separate connection without the statement timeout of requests. Concurrent
 * servers wait for each other. Returns the names of the migrations that ran.
 */
export async function migrate(url: string, steps: MigrationSteps): Promise<string[]> {
  const pool = openPool({ connectionString: url, max: 2, connectionTimeoutMillis: 5000 });
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrations = await new FileMigrationProvider({ fs, path, migrationFolder }).getMigrations();
    await refuseUnknown(database, Object.keys(migrations));
    const provider = { getMigrations: async () => withSteps(migrations, steps) };
    const { error, results } = await new Migrator({ db: database, provider }).migrateToLatest();
    if (error !== undefined) throw error;
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await database.destroy();
  }
}

function withSteps(migrations: Readonly<Record<string, Migration>>, steps: MigrationSteps): Record<string, Migration> {
  const extended = Object.entries(steps).map(([name, step]): [string, Migration] => {
    const migration = migrations[name];
    if (migration === undefined) throw new Error(`no migration is called ${name}`);
    const up = async (transaction: Kysely<unknown>) => {
      await migration.up(transaction);
      await step(transaction as Db);
    };
    return [name, { up }];
  });
  return { ...migrations, ...Object.fromEntries(extended) };
}

async function refuseUnknown(database: Kysely<unknown>, known: readonly string[]): Promise<void> {
  const table = await sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`.execute(database);
  if (table.rows[0]?.found == null) return;
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  const unknown = applied.rows.map((row) => row.name).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new UnknownSchema(unknown.at(-1));
}
