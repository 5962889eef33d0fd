import pg from "pg";
import { type ClusterRole, type Postmaster, socketUrl } from "./postmaster.adapter.ts";

const serviceRole: ClusterRole = "vestibule_service";

/** Advisory lock number shared by all servers of the cluster; any fixed number works. */
const presenceLock = 7_368_501;

export type Presence = Awaited<ReturnType<typeof acquirePresence>>;

/**
 * Marks this server as a user of the cluster by a shared lock, which ends with its connection, and creates database and
 * role when missing. Rejects when PostgreSQL is about to stop.
 */
export async function acquirePresence(server: Postmaster) {
  let client = await connected(server);
  try {
    const { rows } = await client.query("select pg_try_advisory_lock_shared($1) as held", [presenceLock]);
    if (!rows[0].held) throw new Error("PostgreSQL is being stopped by another server");
    const { rowCount } = await client.query("select from pg_database where datname = 'vestibule'");
    if (rowCount === 0) await client.query("create database vestibule").catch(ignoreExisting);
    const { rowCount: roles } = await client.query("select from pg_roles where rolname = $1", [serviceRole]);
    if (roles === 0) await client.query(`create role ${serviceRole} login`).catch(ignoreExisting);
  } catch (fault) {
    await client.end().catch(() => {});
    throw fault;
  }
  return {
    /** Releases the lock. True for the last server, which then has exclusive use of the cluster until `end`. */
    leave: async () => {
      try {
        // When PostgreSQL was restarted, the lock was lost with its connection.
        await client.query("select pg_advisory_unlock_shared($1)", [presenceLock]).catch(async () => {
          client = await connected(server);
        });
        const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [presenceLock]);
        if (rows[0].alone) return true;
      } catch {
        // PostgreSQL is not running, so there is nothing to stop.
      }
      await client.end().catch(() => {});
      return false;
    },
    end: () => client.end().catch(() => {}),
  };
}

async function connected(server: Postmaster): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: socketUrl(server, { database: "postgres", role: "vestibule" }),
    connectionTimeoutMillis: 1000,
    // An unresponsive server must not prevent this process from ending.
    query_timeout: 5000,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

function ignoreExisting(fault: { code?: string }): void {
  const createdConcurrently = fault.code !== undefined && ["42P04", "42710", "23505"].includes(fault.code);
  if (!createdConcurrently) throw fault;
}
