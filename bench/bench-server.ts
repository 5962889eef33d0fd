import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashingPool } from "@vestibule/api/capabilities/passwords/hashing-pool.adapter.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { accountsOf, bookOf, password } from "./people.ts";
import { type RunningServer, startServer } from "./server-process.ts";

/** Two servers over one database, and a look into that database beside them. */
export interface BenchServer {
  servers: readonly [RunningServer, RunningServer];
  database: Db;
  /** The server whose turn it is. */
  nextPort(): number;
  /** Serial number of a person in the book without an account, of whom nobody has heard yet. */
  nextVisitor(): number;
  /** Serial number of an account holder who did not sign in yet. */
  nextHolder(): number;
  /** Processor time of both servers so far. */
  processorMillis(): number;
  close(): Promise<void>;
}

/** A folder that PostgreSQL's own user can pass through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-bench-"));
  chmodSync(folder, 0o711);
  return folder;
}

/** Opens the house over the book that lies in `dataDir` already, with so many visitors and holders more. */
export async function openTestApi(order: {
  folder: string;
  dataDir: string;
  visitors: number;
  holders: number;
  /** Further settings of both servers. */
  settings?: Record<string, string>;
}): Promise<BenchServer> {
  const { folder, dataDir, visitors, holders } = order;
  const passwordHash = await hashingPool().hash(password);
  const [bookFile, accountsFile] = [join(folder, "visitors.csv"), join(folder, "accounts.csv")];
  const groups = [
    { group: "visitor", people: visitors },
    { group: "holder", people: holders },
  ] as const;
  writeFileSync(bookFile, bookOf(groups));
  writeFileSync(accountsFile, accountsOf({ people: holders, passwordHash }));

  const settings = { ...order.settings, DEMO_BOOK: bookFile, DEMO_ACCOUNTS: accountsFile };
  const start = (name: string) => startServer({ dataDir, settings, logFile: join(folder, `${name}.log`) });
  const servers = [await start("first"), await start("second")] as const;
  const postgres = await startEmbeddedPostgres({ dataDir, lifetime: "kept" });
  const { database } = openDatabase({ url: postgres.url, poolSize: 4 });

  let turns = 0;
  return {
    servers,
    database,
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
