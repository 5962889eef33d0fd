import pg from "pg";
import { type ClusterRole, type Postmaster, socketUrl } from "./postmaster.adapter.ts";

const serviceRole: ClusterRole = "vestibule_service";

/** One number for everybody who shares the cluster; any will do. */
const presenceLock = 7_368_501;

/**
 * This server's mark that it uses the cluster: a shared lock on a connection of its own, which PostgreSQL
 * gives up by itself when the server is killed.
 */
export interface Presence {
  /** Takes the mark away. True for the last one out, who then holds the cluster alone until `end`. */
  gracefulShutdown(): Promise<boolean>;
  end(): Promise<void>;
}

/** Makes the database and the service's role on the way when there are none. Rejects when PostgreSQL does not answer, or is about to stop. */
export async function claimPresence(server: Postmaster): Promise<Presence> {
  let client = await connected(server);
  try {
    const { rows } = await client.query("select pg_try_advisory_lock_shared($1) as held", [presenceLock]);
    if (!rows[0].held) throw new Error("PostgreSQL is being stopped by another server");
    const { rowCount } = await client.query("select from pg_database where datname = 'vestibule'");
    if (rowCount === 0) await client.query("create database vestibule").catch(unlessItExists);
    const { rowCount: roles } = await client.query("select from pg_roles where rolname = $1", [serviceRole]);
    if (roles === 0) await client.query(`create role ${serviceRole} login`).catch(unlessItExists);
  } catch (fault) {
    await client.end().catch(() => {});
    throw fault;
  }
  return {
    gracefulShutdown: async () => {
      try {
        // Gone with its connection already when PostgreSQL was started again meanwhile.
        await client.query("select pg_advisory_unlock_shared($1)", [presenceLock]).catch(async () => {
          client = await connected(server);
        });
        const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [presenceLock]);
        if (rows[0].alone) return true;
      } catch {
        // PostgreSQL is not there: nothing is left to stop.
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
    // A server that hangs must not keep ours from ending.
    query_timeout: 5000,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

function unlessItExists(fault: { code?: string }): void {
  const madeMeanwhile = fault.code !== undefined && ["42P04", "42710", "23505"].includes(fault.code);
  if (!madeMeanwhile) throw fault;
}
