import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { areIdleConnectionsStale, isConnectionStale } from "./database-fault.rule.ts";

/** How long a server may take to close a connection that we end. */
const longestEndMillis = 1000;

/** A connection that can break or fall silent at any time. */
class PooledClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The query in hand is rejected by itself; an error event without a listener would end the process.
    this.on("error", () => {});
  }

  override end(): Promise<void>;
  override end(callback: (fault: Error) => void): void;
  override end(callback?: (fault: Error) => void): Promise<void> | void {
    // A silent server would never close its side, and the socket would keep the process alive.
    setTimeout(() => this.connection.stream.destroy(), longestEndMillis).unref();
    return callback === undefined ? super.end() : super.end(callback);
  }
}

/** Opens a pool that replaces connections that broke, fell silent or lead to a server that was demoted. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    Client: PooledClient,
    // Finds connections that died silently while idle; Node probes every second after this delay, ten times.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", () => {});
  const idle = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => idle.delete(client));
  pool.on("remove", (client) => idle.delete(client));
  pool.on("release", (fault, client) => {
    if (!fault) idle.add(client);
    // The pool drops an idle client that emits an error.
    else if (areIdleConnectionsStale(fault)) for (const other of [...idle]) other.emit("error", fault);
  });
  return pool;
}

/** The pool for Kysely, which returns a connection to the pool even after a query that leaves it unusable. */
export function replacingPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let stale: Error | undefined;
      const query = async (text: string, values: unknown[]) => {
        // A rollback would wait as long again.
        if (stale !== undefined) throw stale;
        try {
          return await client.query(text, values);
        } catch (fault) {
          if (isConnectionStale(fault)) stale = fault;
          throw fault;
        }
      };
      return {
        // Kysely's other form takes a cursor, which nothing here uses.
        query: query as unknown as PostgresPoolClient["query"],
        release: (destroy) => client.release(stale ?? destroy),
      };
    },
  };
}
