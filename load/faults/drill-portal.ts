import { randomInt } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { testAuditSecret, testSecret } from "../../test/book-file.ts";
import { writeBrandsWithoutSecondFactor } from "../../test/brands-without-second-factor.ts";
import { freePort } from "../../test/loopback-port.ts";
import { startNginx } from "../../test/nginx.ts";
import {
  isReady,
  outputOf,
  type RunningServer,
  runVestibule,
  type ServerOptions,
  startServer,
} from "../../test/server-process.ts";
import { type BenchServer, counter, temporaryFolder } from "../bench-server.ts";
import { writePeople } from "../people.ts";

/** Number of people in the book that a minute of load needs. */
const visitorsPerMinute = 80;
const holdersPerMinute = 600;
const defaultMinutes = 10;
/** Longer than the shutdown timeouts of the product together. */
const stopTimeoutMillis = 60_000;
/** Interval of the readiness checks. */
const readinessIntervalMillis = 250;

/** Credential of a service of the insurer that calls `/internal`. */
export const drillServiceCredential = testSecret("service");
/** Secrets of all servers. Without them, demo mode would generate its own. */
const drillSecrets = {
  TOKEN_SECRETS: testSecret("token"),
  HASH_SECRETS: testSecret("hash"),
  LOOKUP_SECRETS: testSecret("lookup"),
  COOKIE_SECRETS: testSecret("cookie"),
  AUDIT_SECRETS: testAuditSecret,
  SERVICE_CREDENTIALS: drillServiceCredential,
};

export interface PortalOptions {
  /** URL by which the servers connect. */
  databaseUrl: string;
  /** URL of the database for its owner, without a proxy. */
  ownerUrl: string;
  mode: "demo" | "production";
  /** Additional settings of the nth server, read at each start. */
  settings?: ((nth: number) => Record<string, string>) | undefined;
  /** The log file of the servers; a temporary file by default. */
  logFile?: string | undefined;
  wrapper?: ServerOptions["wrapper"];
  /** Two by default. */
  serverCount?: number | undefined;
  /** Folder of an earlier version, which creates the database and runs as the first two servers. */
  earlier?: string | undefined;
  /** Puts nginx in front of the servers, which then gets the load. */
  behindNginx?: boolean | undefined;
  /** Minutes of load for which the book has enough people; ten by default. */
  minutesOfLoad?: number | undefined;
}

/** Servers over one database. Their load balancer is nginx, or `nextPort`, which chooses among the ready servers. */
export interface DrillPortal extends BenchServer {
  /** Number of servers that ended unexpectedly. */
  countEnded(): number;
  /** Replaces `database` by a connection to another one, such as that of a promoted standby. */
  inspectDatabase(url: string): Promise<void>;
  readLog(): string;
  /** Kills or stops one server. Resolves once it has ended. */
  end(nth: number, how: "SIGKILL" | "SIGTERM"): Promise<void>;
  /** Starts a server again after it has ended; `earlier` starts the version of that option. */
  restart(nth: number, version?: "this" | "earlier"): Promise<void>;
  /** Runs a command of the product on another database, such as a restored one, with the settings of the servers. */
  runCommandOn(databaseUrl: string, command: readonly string[]): Promise<void>;
  /** Starts another server on another database, with the settings of the servers. */
  startServerOn(databaseUrl: string): Promise<RunningServer>;
  /**
   * Stops all servers gracefully and kills those that do not end within a minute. Returns the number of killed servers.
   */
  stopServers(): Promise<number>;
}

type Servers = [RunningServer, RunningServer, ...RunningServer[]];

/** Starts two servers in demo mode on a database that has no other owner; they end with the stack. */
export async function openDemoPortal(
  opened: AsyncDisposableStack,
  { databaseUrl, settings }: { databaseUrl: string; settings: Record<string, string> },
): Promise<DrillPortal> {
  const own = { databaseUrl, ownerUrl: databaseUrl, settings: () => settings };
  return opened.adopt(await startDrillPortal({ ...own, mode: "demo" }), (portal) => portal.close());
}

export async function startDrillPortal(options: PortalOptions): Promise<DrillPortal> {
  const folder = temporaryFolder();
  const logFile = options.logFile ?? join(folder, "servers.log");
  const people = countPeople(options);
  const settings = { ...(await commonSettings(options, folder)), DATABASE_URL: options.databaseUrl };
  const ownBrands = ownBrandsOf(options, join(folder, "brands"));
  const earlierBrands = ownBrandsOf(options, join(folder, "earlier-brands"), options.earlier);
  // One data folder for all servers, as on one machine.
  const common = { dataDir: join(folder, "data"), logFile };
  const start = (nth: number, more: Pick<ServerOptions, "port" | "checkout"> = {}) =>
    startServer({
      ...common,
      settings: {
        ...settings,
        ...(more.checkout === undefined ? ownBrands : earlierBrands),
        ...options.settings?.(nth),
      },
      wrapper: options.wrapper,
      ...more,
    });
  const settingsOver = (url: string) => ({ ...settings, ...ownBrands, DATABASE_URL: url, MIGRATION_DATABASE_URL: url });
  const servers: Servers = [
    await start(0, { checkout: options.earlier }),
    await start(1, { checkout: options.earlier }),
  ];
  while (servers.length < (options.serverCount ?? 2)) servers.push(await start(servers.length));
  const nginx = options.behindNginx ? await openNginx(servers) : undefined;
  const endedOnPurpose = new Set<RunningServer>();
  const unready = watchReadiness(servers);
  const inspected = openInspected(options.ownerUrl);
  return {
    servers,
    get database() {
      return inspected.database;
    },
    inspectDatabase: inspected.inspectDatabase,
    nextPort: () => nginx?.port ?? chooseServer(servers, unready)?.port ?? 0,
    postgresUrl: options.ownerUrl,
    nextVisitor: counter(people.visitors),
    nextHolder: counter(people.holders),
    cpuMillis: () => servers.reduce((sum, server) => sum + server.cpuMillis(), 0),
    countEnded: () => servers.filter((server) => server.hasEnded() && !endedOnPurpose.has(server)).length,
    readLog: () => readFileSync(logFile, "utf8"),
    end: async (nth, how) => {
      const server = serverAt(servers, nth);
      endedOnPurpose.add(server);
      await server.end(how);
    },
    restart: async (nth, version = "this") => {
      // nginx forwards to the ports of the first start.
      const port = nginx && serverAt(servers, nth).port;
      servers[nth] = await start(nth, { port, checkout: version === "earlier" ? options.earlier : undefined });
    },
    runCommandOn: async (url, command) => void (await outputOf(runVestibule(command, settingsOver(url)))),
    startServerOn: (url) => startServer({ ...common, settings: settingsOver(url) }),
    stopServers: () => {
      for (const server of servers) endedOnPurpose.add(server);
      return endAll(servers);
    },
    close: async () => {
      unready.stop();
      await nginx?.stop();
      await inspected.database.destroy();
      await endAll(servers);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a direct connection to the database, which `inspectDatabase` replaces. */
function openInspected(ownerUrl: string) {
  const open = (url: string) => openDatabase({ url, poolSize: 2 }).database;
  const inspected = {
    database: open(ownerUrl),
    inspectDatabase: async (url: string) => {
      const before = inspected.database;
      inspected.database = open(url);
      await before.destroy();
    },
  };
  return inspected;
}

async function openNginx(servers: readonly RunningServer[]): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const tlsPort = await freePort();
  return { port, ...(await startNginx({ servers: servers.map((server) => server.port), tlsPort, plainPort: port })) };
}

const countPeople = ({ minutesOfLoad = defaultMinutes }: PortalOptions) => ({
  visitors: visitorsPerMinute * minutesOfLoad,
  holders: holdersPerMinute * minutesOfLoad,
});

/** The brands of a checkout, for production, changed so that they ask for no second proof. */
function ownBrandsOf({ mode }: PortalOptions, folder: string, checkout?: string): { BRANDS_DIR?: string } {
  if (mode === "demo") return {};
  writeBrandsWithoutSecondFactor(folder, checkout);
  return { BRANDS_DIR: folder };
}

/** Demo mode imports people at start by its settings; in production the commands import the same files first. */
async function commonSettings(options: PortalOptions, folder: string): Promise<Record<string, string>> {
  const files = await writePeople(folder, countPeople(options));
  const common = { ...drillSecrets, MIGRATION_DATABASE_URL: options.ownerUrl };
  // An earlier version does not know the setting, and ignores it.
  if (options.mode === "demo") return { ...common, DEMO: "1", SECOND_FACTOR: "never", ...files };
  const production = { ...common, NODE_ENV: "production", BRANDS: "belair,bna,intact,scotia,servus" };
  const commands = [["migrate"], ["policies", "import", files.DEMO_BOOK], ["accounts", "import", files.DEMO_ACCOUNTS]];
  const settings = { ...production, DATABASE_URL: options.ownerUrl };
  for (const command of commands) await outputOf(runVestibule(command, settings, { checkout: options.earlier }));
  return production;
}

function serverAt(servers: readonly RunningServer[], nth: number): RunningServer {
  const server = servers[nth];
  if (server === undefined) throw new Error(`there is no server ${nth}`);
  return server;
}

/** Chooses a ready server at random, else a running one. In turns, one server could get all requests of one kind. */
function chooseServer(servers: readonly RunningServer[], unready: ReadonlySet<RunningServer>) {
  const running = servers.filter((server) => !server.hasEnded());
  const ready = running.filter((server) => !unready.has(server));
  const candidates = [ready, running, servers].find(({ length }) => length > 0) ?? servers;
  return candidates[randomInt(candidates.length)];
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
  const end = async (server: RunningServer) => {
    const timer = setTimeout(() => {
      killed += 1;
      void server.end("SIGKILL");
    }, stopTimeoutMillis);
    await server.end();
    clearTimeout(timer);
  };
  await Promise.all(servers.map(end));
  return killed;
}
