import { checkedSettings } from "./checked-settings.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

/** `vestibule migrate`: migrates the schema to this version and reports what it did. */
export async function migrateCommand(): Promise<number> {
  const migrated = await withDatabase(checkedSettings(), async ({ migrated }) => migrated);
  print(migrated.length === 0 ? "The database is up to date." : `Migrated: ${migrated.join(", ")}.`);
  return 0;
}
