import { sealAuditTrail } from "./capabilities/audit/audit-verification.store.ts";
import type { KeyRing } from "./platform/keys.port.ts";
import { migrate } from "./platform/migrations.adapter.ts";
import { grantServiceRole } from "./platform/service-role.adapter.ts";

export interface DatabaseConnections {
  /** As the service connects. */
  url: string;
  /** As the owner of the tables; the same where there is one role. */
  migrationUrl: string;
}

/** Brings a database up to this version, with all that the service's role needs. Returns the migrations that ran. */
export async function migrateDatabase(connections: DatabaseConnections, auditKeys: KeyRing): Promise<string[]> {
  const migrated = await migrate(connections.migrationUrl, {
    "0012-audit-trail": (transaction) => sealAuditTrail(transaction, auditKeys),
  });
  await grantServiceRole(connections);
  return migrated;
}
