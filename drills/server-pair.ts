import { randomInt } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { type BenchServer, counter, temporaryFolder } from "../bench/bench-server.ts";
import { writePeople } from "../bench/people.ts";
import { type RunningServer, startServer } from "../bench/server-process.ts";
import { testAuditSecret } from "../test/book-file.ts";

/** People of the book: enough for ten minutes of load. */
const [visitors, holders] = [800, 5000];
/** Longer than the product's own shutdown limits together. */
const longestStopMillis = 60_000;

/** Two servers over one database, in the form that `bench/` uses. */
export interface ServerPair extends BenchServer {
  servers: readonly [RunningServer, RunningServer];
  /** Number of servers that ended without being asked to. */
  countEnded(): number;
  /** Queries another database from now on, such as that of a promoted standby. */
  lookInto(url: string): Promise<void>;
  /** Log of both servers. */
  readLog(): string;
  /** Stops both servers gracefully. Returns how many did not end within a minute; those are killed. */
  stopServers(): Promise<number>;
}

/** `databaseUrl` is the servers' connection, `directUrl` the database itself. */
export async function startServerPair(options: {
  databaseUrl: string;
  directUrl: string;
  settings?: Record<string, string>;
}): Promise<ServerPair> {
  const folder = temporaryFolder();
  const logFile = join(folder, "servers.log");
  const settings = {
    ...options.settings,
    DEMO: "1",
    AUDIT_SECRETS: testAuditSecret,
    DATABASE_URL: options.databaseUrl,
    ...(await writePeople(folder, { visitors, holders })),
  };
  // One folder for both: demo mode keeps its secrets there.
  const order = { dataDir: join(folder, "data"), settings, logFile };
  const servers = [await startServer(order), await startServer(order)] as const;
  const openDirect = (url: string) => openDatabase({ url, poolSize: 2 }).database;
  let database = openDirect(options.directUrl);
  const stopServers = async () => {
    const ended = await Promise.all(servers.map((server) => endsInTime(server)));
    return ended.filter((inTime) => !inTime).length;
  };
  return {
    servers,
    get database() {
      return database;
    },
    lookInto: async (url) => {
      const before = database;
      database = openDirect(url);
      await before.destroy();
    },
    // Random, because with strict alternation each kind of request could always reach the same server.
    nextPort: () => servers[randomInt(2) as 0 | 1].port,
    postgresUrl: options.directUrl,
    nextVisitor: counter(visitors),
    nextHolder: counter(holders),
    processorMillis: () => servers[0].processorMillis() + servers[1].processorMillis(),
    countEnded: () => servers.filter((server) => server.hasEnded()).length,
    readLog: () => readFileSync(logFile, "utf8"),
    stopServers,
    close: async () => {
      await database.destroy();
      await stopServers();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function endsInTime(server: RunningServer): Promise<boolean> {
  const abort = new AbortController();
  const late = pause(longestStopMillis, false, { signal: abort.signal }).catch(() => true);
  const inTime = await Promise.race([server.stop().then(() => true), late]);
  abort.abort();
  if (!inTime) server.kill();
  return inTime;
}
