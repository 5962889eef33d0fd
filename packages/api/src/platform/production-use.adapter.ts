import pg from "pg";

/** Whether production has opened this database before. False where the schema is missing or older than the mark. */
export async function isUsedByProduction(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const table = await client.query("select to_regclass('production_use') is not null as found");
    if (!table.rows[0].found) return false;
    return (await client.query("select from production_use")).rowCount === 1;
  });
}

/** Marks the database for good. The schema must be migrated. */
export async function markUsedByProduction(url: string): Promise<void> {
  await withClient(url, (client) => client.query("insert into production_use default values on conflict do nothing"));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  // A connection that is cut while it closes is no fault.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
