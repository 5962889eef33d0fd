import { rm } from "node:fs/promises";
import type { DatabaseConnections } from "@vestibule/api/migrate-database.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import type { Settings } from "../settings/settings.rule.ts";
import type { DataFolder } from "./data-folder.adapter.ts";

export interface DatabaseSource extends DatabaseConnections {
  kind: "given" | "embedded";
  stop(): Promise<void>;
}

/** The PostgreSQL of DATABASE_URL, else the embedded one under DATA_DIR. */
export async function databaseSource(settings: Settings, folder: DataFolder): Promise<DatabaseSource> {
  if (settings.databaseUrl !== undefined) {
    const tidy = () =>
      folder.lifetime === "temporary" ? rm(folder.path, { recursive: true, force: true }) : undefined;
    const { databaseUrl: url, migrationDatabaseUrl: migrationUrl = url } = settings;
    return { url, migrationUrl, kind: "given", stop: async () => tidy() };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, lifetime: folder.lifetime });
  return { url: postgres.serviceUrl, migrationUrl: postgres.url, kind: "embedded", stop: postgres.stop };
}
