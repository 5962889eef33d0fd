import { type DatabaseConnections, migrateDatabase } from "@vestibule/api/migrate-database.ts";
import type { KeyRing } from "@vestibule/api/platform/keys.port.ts";
import { isUsedByProduction, markUsedByProduction } from "@vestibule/api/platform/production-use.adapter.ts";
import type { Mode } from "../settings/settings.schema.ts";
import { StartupError } from "./startup-error.ts";

export const productionDatabase =
  "DATABASE_URL leads to a database that production has used: demo mode never opens it. Set NODE_ENV=production, or give demo mode a database of its own.";

/** Migrates the database and marks it as used by production. Demo mode refuses a marked one before any change. */
export async function prepareDatabase(
  connections: DatabaseConnections,
  { mode, auditKeys }: { mode: Mode; auditKeys: KeyRing },
): Promise<string[]> {
  const { migrationUrl } = connections;
  if (mode === "demo") await refuseProductionDatabase(migrationUrl);
  const migrated = await migrateDatabase(connections, auditKeys);
  // Checked again after migration: the migration that adds the mark sets it on a database that production filled
  // earlier, and the two URLs may point to different databases by mistake.
  if (mode === "demo") await refuseProductionDatabase(connections.url);
  else await markUsedByProduction(migrationUrl);
  return migrated;
}

async function refuseProductionDatabase(url: string): Promise<void> {
  if (await isUsedByProduction(url)) throw new StartupError([productionDatabase]);
}
