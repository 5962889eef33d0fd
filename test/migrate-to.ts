import fs from "node:fs/promises";
import path from "node:path";
import { sealAuditTrail } from "@vestibule/api/audit/audit-verification.store.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { Kysely, PostgresDialect } from "kysely";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import { testKeys } from "./book-file.ts";
import { openPatiently } from "./database.ts";

/** Prepares an empty database as an earlier version left it, after this migration. */
export async function migrateTo(url: string, target: string): Promise<void> {
  const { pool } = openPatiently(url);
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const migrationFolder = path.join(import.meta.dirname, "../packages/api/migrations");
  const provider = new FileMigrationProvider({ fs, path, migrationFolder });
  const { error } = await new Migrator({ db: database, provider }).migrateTo(target);
  if (error === undefined) await sealAuditTrail(database as Db, testKeys().audit);
  await database.destroy();
  if (error) throw error;
}
