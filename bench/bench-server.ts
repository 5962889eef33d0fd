import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { importPeople } from "./import-people.ts";
import { writePeople } from "./people.ts";
import { type RunningServer, startServer } from "./server-process.ts";

/** Two servers over one database, with direct access to that database. */
export interface BenchServer {
  servers: readonly [RunningServer, RunningServer, ...RunningServer[]];
  database: Db;
  /** URL of the database's owner. */
  postgresUrl: string;
  /** The next server in turn. */
  nextPort(): number;
  /** Serial number of an unused person in the book without an account. */
  nextVisitor(): number;
  /** Serial number of an account holder who has not signed in yet. */
  nextHolder(): number;
  /** Processor time of both servers so far, in milliseconds. */
  processorMillis(): number;
  close(): Promise<void>;
}

/** A folder that PostgreSQL's own user can traverse. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-bench-"));
  chmodSync(folder, 0o711);
  return folder;
}

/** Starts the servers over the existing book in `dataDir`, with additional visitors and holders. */
export async function openBenchServer(order: {
  folder: string;
  dataDir: string;
  visitors: number;
  holders: number;
  /** Additional settings of both servers. */
  settings?: Record<string, string>;
}): Promise<BenchServer> {
  const { folder, dataDir, visitors, holders, settings = {} } = order;
  // By command: an import at the start of a server would count as its memory.
  await importPeople({ dataDir, files: await writePeople(folder, { visitors, holders }) });
  const start = (name: string) => startServer({ dataDir, settings, logFile: join(folder, `${name}.log`) });
  const servers = [await start("first"), await start("second")] as const;
  const postgres = await startEmbeddedPostgres({ dataDir, lifetime: "kept" });
  const { database } = openDatabase({ url: postgres.url, poolSize: 4 });

  let turns = 0;
  return {
    servers,
    database,
    postgresUrl: postgres.url,
    nextPort: () => (turns++ % 2 === 0 ? servers[0] : servers[1]).port,
    nextVisitor: counter(visitors),
    nextHolder: counter(holders),
    processorMillis: () => servers[0].processorMillis() + servers[1].processorMillis(),
    close: async () => {
      await database.destroy();
      await Promise.all(servers.map((server) => server.stop()));
      await postgres.stop();
    },
  };
}

export function counter(most: number): () => number {
  let next = 0;
  return () => {
    if (next >= most) throw new Error("the book has no more people: it was made too small");
    return next++;
  };
}
