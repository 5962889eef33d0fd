import { access, chmod, constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type DatabaseConnections, migrateDatabase } from "@vestibule/api/migrate-database.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import type { KeyRing } from "@vestibule/api/platform/keys.port.ts";
import { isUsedByProduction, markUsedByProduction } from "@vestibule/api/platform/production-use.adapter.ts";
import { refuseUnfitDatabase } from "@vestibule/api/platform/session-check.adapter.ts";
import { type OperatorText, operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { Mode } from "../settings/setting-description.ts";
import { readUrl } from "../settings/setting-value.schema.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { atMigrationUrl, StartupError } from "./startup-error.ts";

export interface DataFolder {
  path: string;
  lifetime: "kept" | "temporary";
}

/** Returns the folder of DATA_DIR; for `memory:` creates a temporary one. */
export async function dataFolder(dataDir: Settings["dataDir"]): Promise<DataFolder> {
  if (dataDir.kind === "kept") return { path: resolve(dataDir.path), lifetime: "kept" };
  const path = await mkdtemp(join(tmpdir(), "vestibule-data-"));
  // The operating-system user of PostgreSQL must traverse the folder, but not list it.
  await chmod(path, 0o711);
  return { path, lifetime: "temporary" };
}

export interface DatabaseSource extends DatabaseConnections {
  kind: "external" | "embedded";
  stop(): Promise<void>;
}

/** Returns the database of DATABASE_URL, or starts the embedded PostgreSQL under DATA_DIR. */
export async function databaseSource(settings: Settings, folder: DataFolder): Promise<DatabaseSource> {
  if (settings.databaseUrl !== undefined) {
    const faults = await checkCertificates(settings);
    if (faults.length > 0) throw new StartupError(faults);
    const removeFolder = () =>
      folder.lifetime === "temporary" ? rm(folder.path, { recursive: true, force: true }) : undefined;
    const { databaseUrl: url, migrationDatabaseUrl: migrationUrl = url } = settings;
    return { url, migrationUrl, kind: "external", stop: async () => removeFolder() };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, lifetime: folder.lifetime });
  return { url: postgres.serviceUrl, migrationUrl: postgres.url, kind: "embedded", stop: postgres.stop };
}

/** Reports the certificate files of the database's URLs that cannot be read. */
export async function checkCertificates({
  databaseUrl,
  migrationDatabaseUrl,
}: Pick<Settings, "databaseUrl" | "migrationDatabaseUrl">): Promise<OperatorText[]> {
  const faults: OperatorText[] = [];
  for (const [setting, url = ""] of Object.entries({
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: migrationDatabaseUrl,
  }))
    for (const name of ["sslrootcert", "sslcert", "sslkey"]) {
      const file = readUrl(url)?.searchParams.get(name);
      if (!file) continue;
      await access(file, constants.R_OK).catch(({ code }: NodeJS.ErrnoException) => {
        faults.push(operatorText("certificateUnreadable", { setting, name, file, code: String(code) }));
      });
    }
  return faults;
}

export const productionDatabase = operatorText("database.ofProduction");

/** Migrates the database and marks it as used by production. Demo mode throws for a marked one before any change. */
export async function prepareDatabase(
  connections: DatabaseConnections,
  { mode, auditKeys }: { mode: Mode; auditKeys: KeyRing },
): Promise<string[]> {
  const { url, migrationUrl } = connections;
  const rethrow = (fault: Error) => {
    throw url === migrationUrl ? fault : atMigrationUrl(fault);
  };
  await refuseUnfitDatabase(migrationUrl).catch(rethrow);
  const isUsed = await isUsedByProduction(migrationUrl).catch(rethrow);
  if (mode === "demo" && isUsed) throw new StartupError([productionDatabase]);
  const migrated = await migrateDatabase(connections, auditKeys);
  // After the migration, which lets the service's role use the schema.
  if (url !== migrationUrl) await refuseUnfitDatabase(url);
  // Checked again, because the two URLs may point to different databases by mistake.
  if (mode === "production") await markUsedByProduction(migrationUrl);
  else if (await isUsedByProduction(url)) throw new StartupError([productionDatabase]);
  return migrated;
}
