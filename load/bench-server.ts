import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { type RunningServer, startServer } from "../test/server-process.ts";
import { importPeople } from "./import-people.ts";
import { writePeople } from "./people.ts";

/** Two servers over one database, with direct access to that database. */
export interface BenchServer {
  servers: readonly [RunningServer, RunningServer, ...RunningServer[]];
  database: Db;
  /** URL of the database's owner. */
  postgresUrl: string;
  /** Port of the next server in turn. */
  nextPort(): number;
  /** Serial number of a person in the book without an account, different at each call. */
  nextVisitor(): number;
  /** Serial number of an account holder, different at each call. */
  nextHolder(): number;
  /** CPU time of both servers since their start, in milliseconds. */
  cpuMillis(): number;
  close(): Promise<void>;
}

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Creates a temporary folder that the operating-system user of PostgreSQL can traverse. It is removed when the process
 * exits, unless its caller has removed it before.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-bench-"));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

/** Imports visitors and holders into the database in `dataDir`, then starts the servers over it. */
export async function openBenchServer(options: {
  folder: string;
  dataDir: string;
  visitors: number;
  holders: number;
  /** Additional settings of both servers. */
  settings?: Record<string, string>;
}): Promise<BenchServer> {
  const { folder, dataDir, visitors, holders, settings = {} } = options;
  // Imported by command, because an import at start would count towards the memory of a server.
  await importPeople({ dataDir, files: await writePeople(folder, { visitors, holders }) });
  const start = (name: string) =>
    startServer({ dataDir, settings: { SECOND_FACTOR: "never", ...settings }, logFile: join(folder, `${name}.log`) });
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
    cpuMillis: () => servers[0].cpuMillis() + servers[1].cpuMillis(),
    close: async () => {
      await database.destroy();
      await Promise.all(servers.map((server) => server.end()));
      await postgres.stop();
    },
  };
}

/** The same servers, with every call sent to the port that `nextPort` returns. */
export const withPort = (server: BenchServer, nextPort: () => number): BenchServer =>
  Object.assign(Object.create(server), { nextPort });

/** Counts from 0. Throws at `limit`. */
export function counter(limit: number): () => number {
  let next = 0;
  return () => {
    if (next >= limit) throw new Error("the book has no more people; generate more");
    return next++;
  };
}
