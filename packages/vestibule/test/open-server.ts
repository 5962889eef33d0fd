import { afterAll } from "vitest";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { type SpawnedServer, spawnServer } from "./spawned-server.ts";

/** A server for one test file with its own database, until its last test. */
export async function openServer(): Promise<{ server: SpawnedServer; database: TestDatabase }> {
  const database = await testDatabase();
  afterAll(() => database.close());
  const server = await spawnServer({ environment: { DEMO: "1", DATABASE_URL: database.url } });
  afterAll(() => server.end("SIGKILL"));
  return { server, database };
}
