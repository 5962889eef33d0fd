import { withDatabaseClient } from "./database-client.adapter.ts";

const connectionTo = (url: string) => ({ connectionString: url, query_timeout: 5000 });

/** Whether production has used this database. False when the schema is missing or older than the mark. */
export async function isUsedByProduction(url: string): Promise<boolean> {
  return withDatabaseClient(connectionTo(url), async (client) => {
    const table = await client.query("select to_regclass('production_use') is not null as found");
    if (!table.rows[0].found) return false;
    return (await client.query("select from production_use")).rowCount === 1;
  });
}

/** Marks the database permanently. The schema must be migrated. */
export async function markUsedByProduction(url: string): Promise<void> {
  await withDatabaseClient(connectionTo(url), (client) =>
    client.query("insert into production_use default values on conflict do nothing"),
  );
}
