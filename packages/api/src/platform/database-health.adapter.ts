import { DatabaseClient } from "./database-client.adapter.ts";

export interface DatabaseHealth {
  /** For example 18.4. */
  version: string;
  majorVersion: number;
  /** Milliseconds that the database clock is ahead of this machine's. */
  clockAheadMillis: number;
  /** Whether this connection's role can rewrite the audit trail; false when the trail does not exist yet. */
  ownsAuditTrail: boolean;
}

/** Reads version, clock and privileges of a database. Rejects within five seconds when it does not respond. */
export async function databaseHealth(url: string): Promise<DatabaseHealth> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  await client.connect();
  try {
    const asked = Date.now();
    const { rows } = await client.query(
      "select current_setting('server_version') as version, current_setting('server_version_num')::int as number, clock_timestamp() as now, (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('audit_event')) as owns",
    );
    const [{ version, number, now, owns }] = rows;
    const between = (asked + Date.now()) / 2;
    return {
      version,
      majorVersion: Math.floor(number / 10_000),
      clockAheadMillis: now.getTime() - between,
      ownsAuditTrail: owns ?? false,
    };
  } finally {
    await client.end().catch(() => {});
  }
}
