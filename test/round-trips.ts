import type pg from "pg";

/** Returns the statements that a call sends over a pool, including `begin` and `commit`. Each is a round trip. */
export async function roundTripsOf<Result>(
  pool: pg.Pool,
  call: () => Promise<Result>,
): Promise<{ result: Result; statements: string[] }> {
  const statements: string[] = [];
  const restored = new Map<pg.PoolClient, pg.PoolClient["query"]>();
  const record = (client: pg.PoolClient) => {
    if (restored.has(client)) return;
    restored.set(client, client.query);
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const recording = (...input: [pg.QueryConfig | string, ...unknown[]]) => {
      const [first] = input;
      statements.push(typeof first === "string" ? first : first.text);
      return query(...input);
    };
    client.query = recording as typeof client.query;
  };
  pool.on("acquire", record);
  try {
    return { result: await call(), statements };
  } finally {
    pool.off("acquire", record);
    for (const [client, query] of restored) client.query = query;
  }
}
