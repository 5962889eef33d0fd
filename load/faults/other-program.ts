import { setTimeout as pause } from "node:timers/promises";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import pg from "pg";
import type { Postgres } from "../postgres.ts";

/** Connects to PostgreSQL as a program does that is not a server of the portal. */
export async function withClient(postgres: Postgres, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url() });
  client.on("error", () => {});
  await client.connect();
  await work(client).finally(() => client.end());
}

/** Locks rows in the opposite order to the servers, which lock the end of an audit chain last. */
export async function lockInOppositeOrder(postgres: Postgres, millis: number): Promise<void> {
  const deadline = performance.now() + millis;
  await withClient(postgres, async (client) => {
    while (performance.now() < deadline) {
      await client.query("begin");
      try {
        await client.query("select from audit_head order by random() limit 8 for update");
        await client.query(
          "select from registration_attempt where ended_at is null order by random() limit 20 for update",
        );
        await client.query("select from recovery order by random() limit 20 for update");
      } catch (fault) {
        if (faultCode(fault) !== "40P01") throw fault;
      } finally {
        await client.query("rollback");
      }
    }
  });
}

/** Takes every connection that PostgreSQL has, and each that a server loses. */
export async function useAllConnections(postgres: Postgres, millis: number): Promise<void> {
  const clients: pg.Client[] = [];
  const deadline = performance.now() + millis;
  try {
    const connect = async () => {
      const client = new pg.Client({ connectionString: postgres.url(), application_name: "drill" });
      client.on("error", () => {});
      await client.connect();
      clients.push(client);
    };
    const connectUntilRefused = async (): Promise<void> => connect().then(connectUntilRefused, () => {});
    await connectUntilRefused();
    // Ends the connections of the servers; the loop below takes the freed ones.
    await clients[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and application_name <> 'drill'",
    );
    while (performance.now() < deadline) {
      await connectUntilRefused();
      await pause(20);
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}
