import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { testAuditSecret, testSecret } from "../test/book-file.ts";
import { writeBrandsWithoutSecondFactor } from "../test/brands-without-second-factor.ts";
import { freePort } from "../test/loopback-port.ts";
import { startNginx } from "../test/nginx.ts";
import { isReady, outputOf, type RunningServer, runVestibule, startServer } from "../test/server-process.ts";
import { importPeople, type PeopleCount } from "./people.ts";

/** Longer than the shutdown timeouts of the product together. */
const stopTimeoutMillis = 60_000;
/** Interval of the readiness checks. */
const readinessIntervalMillis = 250;

/** Credential of a service of the insurer that calls `/internal`. */
export const serviceCredential = testSecret("service");
/** Secrets of all servers. Without them, each would generate its own in demo mode. */
const secrets = {
  TOKEN_SECRETS: testSecret("token"),
  HASH_SECRETS: testSecret("hash"),
  LOOKUP_SECRETS: testSecret("lookup"),
  COOKIE_SECRETS: testSecret("cookie"),
  AUDIT_SECRETS: testAuditSecret,
  SERVICE_CREDENTIALS: serviceCredential,
};

export interface PortalOptions {
  /** URL of the owner of the database. */
  postgresUrl: string;
  people: PeopleCount;
  /** URL by which the servers connect; by default that of the owner. */
  databaseUrl?: string;
  /** Demo by default. */
  mode?: "demo" | "production";
  /** Additional settings of the nth server, read at each start. */
  settings?: (nth: number) => Record<string, string>;
  /** The log file of the servers; a temporary file by default. */
  logFile?: string;
  /** A command that runs each server as its child. */
  wrapper?: readonly string[];
  /** Folder of an earlier version, which creates the database and runs as both servers. */
  earlier?: string | undefined;
  /** Puts nginx in front of the servers, which then gets the load. */
  behindNginx?: boolean;
}

/** Two servers over one database. Their load balancer is nginx, or `nextPort`, which chooses among the ready servers. */
export type Portal = Awaited<ReturnType<typeof startPortal>>;
type Servers = [RunningServer, RunningServer];

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder that the operating-system user of PostgreSQL can traverse. It is removed when the process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-load-"));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

/** Imports people and starts the servers. */
export async function startPortal(options: PortalOptions) {
  const { postgresUrl, people, earlier, wrapper, databaseUrl = postgresUrl } = options;
  const folder = temporaryFolder();
  const logFile = options.logFile ?? join(folder, "servers.log");
  const owner = { DATABASE_URL: postgresUrl, MIGRATION_DATABASE_URL: postgresUrl };
  const settings = { ...secrets, ...owner, ...settingsOf(options) };
  await outputOf(runVestibule(["migrate"], settings, { checkout: earlier }));
  await importPeople(people, { folder, settings, checkout: earlier });
  const brands = brandsOf(options, join(folder, "brands"));
  const earlierBrands = brandsOf(options, join(folder, "earlier-brands"), earlier);
  // One data folder for all servers, as on one machine.
  const common = { dataDir: join(folder, "data"), logFile };
  const start = (nth: number, { port, checkout }: { port?: number | undefined; checkout?: string | undefined }) => {
    const serverSettings = { DATABASE_URL: databaseUrl, ...options.settings?.(nth) };
    const ownBrands = checkout === undefined ? brands : earlierBrands;
    return startServer({
      ...common,
      settings: { ...settings, ...ownBrands, ...serverSettings },
      wrapper,
      port,
      checkout,
    });
  };
  const servers: Servers = [await start(0, { checkout: earlier }), await start(1, { checkout: earlier })];
  const nginx = options.behindNginx ? await openNginx(servers) : undefined;
  const endedOnPurpose = new Set<RunningServer>();
  const drained = new Set<RunningServer>();
  const unready = watchReadiness(servers);
  const openInspected = (url: string) => openDatabase({ url, poolSize: 4 }).database;
  const serverAt = (nth: number) => servers[nth === 0 ? 0 : 1];
  let database = openInspected(postgresUrl);
  return {
    servers,
    /** A direct connection to the database. */
    get database() {
      return database;
    },
    /** URL of the database's owner. */
    postgresUrl,
    /** Replaces `database` by a connection to another one, such as that of a promoted standby. */
    inspectDatabase: async (url: string) => {
      await database.destroy();
      database = openInspected(url);
    },
    nextPort: (): number =>
      nginx?.port ?? chooseServer(servers, (server) => !unready.has(server) && !drained.has(server)).port,
    /** Serial number of a person in the book without an account, different at each call. */
    nextVisitor: counter(people.visitor),
    /** Serial number of an account holder, different at each call. */
    nextHolder: counter(people.holder),
    /** CPU time of both servers since their start, in milliseconds. */
    cpuMillis: () => servers[0].cpuMillis() + servers[1].cpuMillis(),
    /** Number of servers that ended unexpectedly. */
    countEnded: () => servers.filter((server) => server.hasEnded() && !endedOnPurpose.has(server)).length,
    readLog: () => readFileSync(logFile, "utf8"),
    /** Sends a server no more requests, until it is started again. */
    drain: (nth: number) => void drained.add(serverAt(nth)),
    /** Kills or stops one server. Resolves once it has ended. */
    end: async (nth: number, how: "SIGKILL" | "SIGTERM") => {
      endedOnPurpose.add(serverAt(nth));
      await serverAt(nth).end(how);
    },
    /** Starts a server again after it has ended; `earlier` starts the version of that option. */
    restart: async (nth: number, version: "this" | "earlier" = "this") => {
      // nginx forwards to the ports of the first start.
      const port = nginx && serverAt(nth).port;
      servers[nth] = await start(nth, { port, checkout: version === "earlier" ? earlier : undefined });
    },
    /** Runs a command of the product on another database, such as a restored one, with the settings of the servers. */
    runCommandOn: async (url: string, command: readonly string[]) => {
      const over = { ...settings, ...brands, DATABASE_URL: url, MIGRATION_DATABASE_URL: url };
      await outputOf(runVestibule(command, over));
    },
    /** Starts another server with the settings of the servers and these. */
    startServerWith: (more: Record<string, string>) =>
      startServer({ ...common, settings: { ...settings, ...brands, ...more } }),
    stopServers: () => {
      for (const server of servers) endedOnPurpose.add(server);
      return endAll(servers);
    },
    [Symbol.asyncDispose]: async () => {
      unready.stop();
      await nginx?.stop();
      await database.destroy();
      await endAll(servers);
    },
  };
}

/** Counts from 0. Throws at `limit`. */
function counter(limit: number): () => number {
  let next = 0;
  return () => {
    if (next >= limit) throw new Error("the book has no more people; generate more");
    return next++;
  };
}

function settingsOf({ mode }: PortalOptions): Record<string, string> {
  if (mode === "production") return { NODE_ENV: "production", BRANDS: "belair,bna,intact,scotia,servus" };
  return { DEMO: "1", SECOND_FACTOR: "never" };
}

/** The brands of a checkout, for production, changed so that they ask for no second proof. */
function brandsOf({ mode }: PortalOptions, folder: string, checkout?: string): Record<string, string> {
  if (mode !== "production") return {};
  writeBrandsWithoutSecondFactor(folder, checkout);
  return { BRANDS_DIR: folder };
}

async function openNginx(servers: readonly RunningServer[]): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const tlsPort = await freePort();
  return { port, ...(await startNginx({ servers: servers.map((server) => server.port), tlsPort, plainPort: port })) };
}

/** Chooses a ready server at random, else a running one. In turns, one server could get all requests of one kind. */
function chooseServer(servers: Servers, isBalanced: (server: RunningServer) => boolean): RunningServer {
  const running = servers.filter((server) => !server.hasEnded());
  const candidates = [running.filter(isBalanced), running].find(({ length }) => length > 0) ?? servers;
  return candidates[randomInt(candidates.length)] ?? servers[0];
}

/** Checks the readiness of the servers repeatedly. Returns the set of those whose last check failed. */
function watchReadiness(servers: readonly RunningServer[]) {
  const unready = new Set<RunningServer>();
  const check = async (server: RunningServer) => {
    if (await isReady(server.port)) unready.delete(server);
    else unready.add(server);
  };
  const timer = setInterval(() => void servers.map(check), readinessIntervalMillis).unref();
  return Object.assign(unready, { stop: () => clearInterval(timer) });
}

/** Stops the servers and kills those that do not end within a minute. Returns the number of killed servers. */
async function endAll(servers: readonly RunningServer[]): Promise<number> {
  let killed = 0;
  const endOrKill = async (server: RunningServer) => {
    const timer = setTimeout(() => {
      killed += 1;
      void server.end("SIGKILL");
    }, stopTimeoutMillis);
    await server.end();
    clearTimeout(timer);
  };
  await Promise.all(servers.map(endOrKill));
  return killed;
}
