import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { DatabaseClient } from "./database-client.adapter.ts";
import {
  areIdleConnectionsStale,
  isConnectionStale,
  isUnstorable,
  isUnstorableRefusal,
  UnstorableText,
} from "./database-fault.rule.ts";
import { statementNames } from "./statement-names.adapter.ts";
import { inSpan, isTraced, type SpanOptions } from "./tracing.adapter.ts";

/** Opens a pool that replaces connections that broke, stopped responding or point to a demoted server. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    Client: DatabaseClient,
    // Detects connections that died while idle; Node probes every second after this delay, ten times.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on("error", () => {});
  const idle = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => idle.delete(client));
  pool.on("remove", (client) => idle.delete(client));
  pool.on("release", (fault, client) => {
    if (!fault) idle.add(client);
    // The pool removes an idle client that emits an error.
    else if (areIdleConnectionsStale(fault)) for (const other of [...idle]) other.emit("error", fault);
  });
  return pool;
}

/** Describes a statement for its trace span. Its text never contains values. */
function describeStatement(text: string): SpanOptions {
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const table = /\b(?:from|into|update) "?(\w+)/.exec(text)?.[1];
  const name = table === undefined ? operation : `${operation} ${table}`;
  const attributes = { "db.system.name": "postgresql", "db.query.summary": name, "db.query.text": text };
  return { name, role: "client", attributes };
}

/**
 * Kysely reuses a connection after a query that made it unusable. `prepare`: prepares frequent statements. Every text
 * that reaches PostgreSQL passes here; one that it cannot store is refused with `UnstorableText`.
 */
export function replacingPool(pool: pg.Pool, { prepare }: { prepare: boolean }): PostgresPool {
  const nameOf = prepare ? statementNames() : () => undefined;
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let stale: Error | undefined;
      const query = async (text: string, values: unknown[]) => {
        // A rollback would time out again.
        if (stale !== undefined) throw stale;
        if (values.some(isUnstorable)) throw new UnstorableText("a text has a NUL or a lone surrogate");
        try {
          const run = () => client.query({ name: values.length > 0 ? nameOf(text) : undefined, text, values });
          return await (isTraced() ? inSpan(describeStatement(text), run) : run());
        } catch (fault) {
          if (isConnectionStale(fault)) stale = fault;
          throw isUnstorableRefusal(fault) ? new UnstorableText("PostgreSQL refused a text", { cause: fault }) : fault;
        }
      };
      return {
        // Kysely's other overload takes a cursor, which is not used here.
        query: query as unknown as PostgresPoolClient["query"],
        release: (destroy) => client.release(stale ?? destroy),
      };
    },
  };
}
