import { userInfo } from "node:os";
import { createAuditor } from "@vestibule/api/audit/audit-trail.store.ts";
import { readRestoreEpoch } from "@vestibule/api/flows/restore/restore.store.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { findWritableHost } from "@vestibule/api/platform/database-client.adapter.ts";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import type { Keys } from "@vestibule/api/platform/keys.port.ts";
import { databaseSource, dataFolder, prepareDatabase } from "../serve/server-database.adapter.ts";
import { loadOrCreateSecrets } from "../settings/persisted-secrets.adapter.ts";
import type { Settings } from "../settings/settings.rule.ts";

export interface CommandTools {
  database: Db;
  keys: Keys;
  auditor: ReturnType<typeof createAuditor>;
  /** The operating-system user who runs the command, for the audit trail. */
  actor: string;
  /** Names of the migrations that were applied before the work. */
  migrated: readonly string[];
}

/** A query of a command may take a minute, since some read a whole book. */
const timeoutFactor = 24;

/** Migrates the database of DATABASE_URL, or the one under DATA_DIR, and runs the work of a command on it. */
export async function withDatabase<T>(
  currentSettings: Settings,
  work: (tools: CommandTools) => Promise<T>,
): Promise<T> {
  const folder = await dataFolder(currentSettings.dataDir);
  const settings = await loadOrCreateSecrets(currentSettings, folder.path);
  const source = await databaseSource(settings, folder);
  try {
    for (const url of [source.url, source.migrationUrl]) await findWritableHost(url);
    const { secrets } = settings;
    const { audit: auditKeys } = deriveKeys(secrets);
    const migrated = await prepareDatabase(source, { mode: settings.mode, auditKeys });
    const { database } = openDatabase({ url: source.url, poolSize: 4, queryTimeoutMillis: 0, timeoutFactor });
    try {
      const keys = deriveKeys(secrets, await readRestoreEpoch(database));
      const actor = `operator:${operatorName()}`;
      return await work({ database, keys, auditor: createAuditor(keys.audit), actor, migrated });
    } finally {
      await database.destroy();
    }
  } finally {
    await source.stop();
  }
}

/** The user's name; the number of a user without one, as a container may have. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
