import { createAuditor } from "./audit/audit-trail.store.ts";
import { sealAuditTrail } from "./audit/audit-verification.store.ts";
import { recordDetachedPolicies } from "./identity/detached-policy.store.ts";
import { openDatabase } from "./platform/database.adapter.ts";
import type { KeyRing } from "./platform/keys.port.ts";
import { migrate } from "./platform/migrations.adapter.ts";
import { grantServiceRole } from "./platform/service-role.adapter.ts";

export interface DatabaseConnections {
  url: string;
  /** Connection of the tables' owner; the same as `url` where there is one role. */
  migrationUrl: string;
}

/** Migrates a database and prepares it for the service's role. Returns the migrations that ran. */
export async function migrateDatabase(connections: DatabaseConnections, auditKeys: KeyRing): Promise<string[]> {
  const migrated = await migrate(connections.migrationUrl, (transaction) => sealAuditTrail(transaction, auditKeys));
  await grantServiceRole(connections);
  // Waits longer than a request may.
  const { database } = openDatabase({ url: connections.migrationUrl, poolSize: 1, timeoutFactor: 10 });
  await recordDetachedPolicies({ database, auditor: createAuditor(auditKeys) }).finally(() => database.destroy());
  return migrated;
}
