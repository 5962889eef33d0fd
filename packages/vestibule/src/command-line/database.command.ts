import { endBeforeRestore } from "@vestibule/api/flows/restore/end-before-restore.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

/** `vestibule migrate`: migrates the schema to this version and reports what it did. */
export async function migrateCommand(): Promise<CommandResult> {
  const migrated = await withDatabase(checkedSettings(), async ({ migrated }) => migrated);
  const text = migrated.length === 0 ? "The database is up to date." : `Migrated: ${migrated.join(", ")}.`;
  return { text, data: { migrated } };
}

/** `vestibule database restored`: ends what was issued before a restore, once, before the servers start. */
export async function databaseRestoredCommand(): Promise<CommandResult> {
  const ended = await withDatabase(checkedSettings(), ({ database, auditor, actor }) =>
    endBeforeRestore({ database, auditor }, { actor }),
  );
  const counts = Object.entries(ended).map(([kind, count]) => `  ${kind}: ${count}`);
  const start = "Start the servers now. Restart any that is running, since it still uses the old cookie keys.";
  return { text: ["Ended, because it was issued before the restore:", ...counts, start].join("\n"), data: { ended } };
}
