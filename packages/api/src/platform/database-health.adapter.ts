import { connectionOptions } from "./database.adapter.ts";
import { findWritableHost, withDatabaseClient } from "./database-client.adapter.ts";

export interface DatabaseHealth {
  /** Version of PostgreSQL, such as 18.4. */
  version: string;
  /** Milliseconds that the database clock is ahead of this machine's. */
  clockAheadMillis: number;
  /** That the server, the database and the role allow. */
  maxConnections: number;
  synchronousCommit: string;
  /** Standbys; `lagSeconds` is undefined where this role may not see it. */
  standbys: { name: string; state: string | null; lagSeconds: number | undefined }[];
  /** Whether this connection's role can rewrite the audit trail; false when the trail does not exist yet. */
  ownsAuditTrail: boolean;
  /** Id of the key of the newest event of the audit trail; undefined where there is none. */
  newestAuditKeyId: string | undefined;
}

const newestEvent = "select key_id from audit_event order by id desc limit 1";

/** Reads version, clock and privileges of a database. Rejects within five seconds for each host when none responds. */
export async function databaseHealth(url: string): Promise<DatabaseHealth> {
  await findWritableHost(url);
  // With the options of the server's connections, which a pooler may reject.
  const config = { connectionString: url, query_timeout: 5000, ...connectionOptions({ url }) };
  return withDatabaseClient(config, async (client) => {
    const sentAt = Date.now();
    const { rows } = await client.query(
      `select current_setting('server_version') as version,
        (select least(
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
            nullif(rolconnlimit, -1), nullif(datconnlimit, -1))
          from pg_roles, pg_database where rolname = current_user and datname = current_database()) as "maxConnections",
        current_setting('synchronous_commit') as "synchronousCommit", clock_timestamp() as now,
        (select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('audit_event')) as owns`,
    );
    const [{ now, owns, ...settings }] = rows;
    const between = (sentAt + Date.now()) / 2;
    const standbys = await client.query(
      "select application_name as name, state, extract(epoch from replay_lag)::float as lag from pg_stat_replication",
    );
    const newest = owns === null ? undefined : await client.query(newestEvent);
    return {
      ...settings,
      clockAheadMillis: now.getTime() - between,
      standbys: standbys.rows.map(({ name, state, lag }) => ({
        name,
        state,
        // PostgreSQL shows no lag once an idle standby has caught up.
        lagSeconds: lag ?? (state === null ? undefined : 0),
      })),
      ownsAuditTrail: owns ?? false,
      newestAuditKeyId: newest?.rows[0]?.key_id ?? undefined,
    };
  });
}
