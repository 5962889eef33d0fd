import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { type BenchServer, counter, temporaryFolder } from "../bench/bench-server.ts";
import { call } from "../bench/http-call.ts";
import { writePeople } from "../bench/people.ts";
import {
  freePort,
  type RunningServer,
  runVestibule,
  type ServerOptions,
  startServer,
} from "../bench/server-process.ts";
import { testAuditSecret, testSecret } from "../test/book-file.ts";
import { startNginx } from "../test/nginx.ts";

/** People of the book that a minute of load needs. */
const visitors = 80;
const holders = 600;
const defaultMinutes = 10;
/** Longer than the product's own shutdown limits together. */
const longestStopMillis = 60_000;
/** How often a proxy in front asks whether a server is ready. */
const readinessMillis = 250;

/** Of a service of the insurer that calls `/internal`. */
export const drillServiceCredential = testSecret("service");
/** Given to all servers; demo mode would make and keep its own. */
const drillSecrets = {
  TOKEN_SECRETS: testSecret("token"),
  HASH_SECRETS: testSecret("hash"),
  LOOKUP_SECRETS: testSecret("lookup"),
  COOKIE_SECRETS: testSecret("cookie"),
  AUDIT_SECRETS: testAuditSecret,
  SERVICE_CREDENTIALS: drillServiceCredential,
};

export interface PortalOptions {
  /** The servers' connection. */
  databaseUrl: string;
  /** The database itself, as its owner. */
  ownerUrl: string;
  mode: "demo" | "production";
  /** Of all servers, or of each. */
  settings?: Record<string, string> | readonly [Record<string, string>, Record<string, string>] | undefined;
  /** Where the servers write their log; a file of the portal's own by default. */
  logFile?: string | undefined;
  wrapper?: ServerOptions["wrapper"];
  /** Two by default. */
  serverCount?: number | undefined;
  /** Folder of an earlier version, which creates the database and the servers. */
  earlier?: string | undefined;
  /** Puts nginx in front, which the load then asks. */
  behindNginx?: boolean | undefined;
  /** Longest time of load that the people of the book are enough for; ten minutes by default. */
  minutesOfLoad?: number | undefined;
}

/** Servers over one database, in the form that `bench/` uses, behind nginx or what a proxy does: it asks who is ready. */
export interface DrillPortal extends BenchServer {
  /** Number of servers that ended without being asked to. */
  countEnded(): number;
  /** Queries another database from now on, such as that of a promoted standby. */
  lookInto(url: string): Promise<void>;
  readLog(): string;
  /** Stops one server: at once like a crash, or gracefully. Resolves once it has ended. */
  end(nth: number, how: "SIGKILL" | "SIGTERM"): Promise<void>;
  /** Starts one server again, once it has ended for any reason; of the earlier version where one is given. */
  restart(nth: number, version?: "this" | "earlier"): Promise<void>;
  /** Runs a command of the product with the servers' settings over another database, such as a restored one. */
  runOver(databaseUrl: string, command: readonly string[]): Promise<void>;
  /** Starts another server with the servers' settings over another database. */
  startOver(databaseUrl: string): Promise<RunningServer>;
  /** Stops all servers gracefully. Returns how many did not end within a minute; those are killed. */
  stopServers(): Promise<number>;
}

type Servers = [RunningServer, RunningServer, ...RunningServer[]];

export async function startDrillPortal(options: PortalOptions): Promise<DrillPortal> {
  const { folder, removeFolder } = openFolder();
  const logFile = options.logFile ?? join(folder, "servers.log");
  const people = peopleFor(options);
  const settings = { ...(await commonSettings(options, folder)), DATABASE_URL: options.databaseUrl };
  // One folder for all, as on one machine.
  const common = { dataDir: join(folder, "data"), logFile };
  const start = (nth: number, more: Pick<ServerOptions, "port" | "checkout"> = {}) =>
    startServer({
      ...common,
      settings: { ...settings, ...settingsOf(options, nth) },
      wrapper: options.wrapper,
      ...more,
    });
  const settingsOver = (url: string) => ({ ...settings, DATABASE_URL: url, MIGRATION_DATABASE_URL: url });
  const servers: Servers = [
    await start(0, { checkout: options.earlier }),
    await start(1, { checkout: options.earlier }),
  ];
  while (servers.length < (options.serverCount ?? 2)) servers.push(await start(servers.length));
  const nginx = options.behindNginx ? await openNginx(servers) : undefined;
  const asked = new Set<RunningServer>();
  const unready = watchReadiness(servers);
  const inspected = openInspected(options.ownerUrl);
  return {
    servers,
    get database() {
      return inspected.database;
    },
    lookInto: inspected.lookInto,
    nextPort: () => nginx?.port ?? chooseServer(servers, unready)?.port ?? 0,
    postgresUrl: options.ownerUrl,
    nextVisitor: counter(people.visitors),
    nextHolder: counter(people.holders),
    cpuMillis: () => servers.reduce((sum, server) => sum + server.cpuMillis(), 0),
    countEnded: () => servers.filter((server) => server.hasEnded() && !asked.has(server)).length,
    readLog: () => readFileSync(logFile, "utf8"),
    end: async (nth, how) => {
      const server = serverAt(servers, nth);
      asked.add(server);
      await (how === "SIGTERM" ? server.stop() : killAndWait(server));
    },
    restart: async (nth, version = "this") => {
      // nginx knows it by its port.
      const port = nginx && serverAt(servers, nth).port;
      servers[nth] = await start(nth, { port, checkout: version === "earlier" ? options.earlier : undefined });
    },
    runOver: (url, command) => finished(command, settingsOver(url)),
    startOver: (url) => startServer({ ...common, settings: settingsOver(url) }),
    stopServers: () => {
      for (const server of servers) asked.add(server);
      return endAll(servers);
    },
    close: async () => {
      unready.stop();
      await nginx?.stop();
      await inspected.database.destroy();
      await endAll(servers);
      removeFolder();
    },
  };
}

/** A temporary folder, removed at the exit of the process too. */
function openFolder() {
  const folder = temporaryFolder();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const removeFolder = () => {
    process.off("exit", remove);
    remove();
  };
  return { folder, removeFolder };
}

/** A direct connection to the database, which `lookInto` replaces by one to another. */
function openInspected(ownerUrl: string) {
  const open = (url: string) => openDatabase({ url, poolSize: 2 }).database;
  const inspected = {
    database: open(ownerUrl),
    lookInto: async (url: string) => {
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

const peopleFor = ({ minutesOfLoad = defaultMinutes }: PortalOptions) => ({
  visitors: visitors * minutesOfLoad,
  holders: holders * minutesOfLoad,
});

/** Demo mode reads its people from files; production imports the same files first. */
async function commonSettings(options: PortalOptions, folder: string): Promise<Record<string, string>> {
  const files = await writePeople(folder, peopleFor(options));
  const common = { ...drillSecrets, MIGRATION_DATABASE_URL: options.ownerUrl };
  if (options.mode === "demo") return { ...common, DEMO: "1", ...files };
  const production = { ...common, NODE_ENV: "production" };
  const commands = [["migrate"], ["policies", "import", files.DEMO_BOOK], ["accounts", "import", files.DEMO_ACCOUNTS]];
  for (const command of commands)
    await finished(command, { ...production, DATABASE_URL: options.ownerUrl }, options.earlier);
  return production;
}

async function finished(
  command: readonly string[],
  settings: Record<string, string>,
  checkout?: string,
): Promise<void> {
  const child = runVestibule(command, settings, { checkout });
  child.stdout?.resume();
  child.stderr?.pipe(process.stderr);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`vestibule ${command.join(" ")} ended with ${code}`);
}

function serverAt(servers: readonly RunningServer[], nth: number): RunningServer {
  const server = servers[nth];
  if (server === undefined) throw new Error(`there is no server ${nth}`);
  return server;
}

function settingsOf({ settings = {} }: PortalOptions, nth: number): Record<string, string> {
  return Array.isArray(settings) ? settings[nth] : (settings as Record<string, string>);
}

async function killAndWait(server: RunningServer): Promise<void> {
  server.kill();
  while (!server.hasEnded()) await pause(5);
}

/** A server that is ready, else one that runs; by chance, since in turns one server could get all of one kind. */
function chooseServer(servers: readonly RunningServer[], unready: ReadonlySet<RunningServer>) {
  const running = servers.filter((server) => !server.hasEnded());
  const ready = running.filter((server) => !unready.has(server));
  const among = [ready, running, servers].find(({ length }) => length > 0) ?? servers;
  return among[randomInt(among.length)];
}

/** The servers whose last readiness check failed. */
function watchReadiness(servers: readonly RunningServer[]) {
  const unready = new Set<RunningServer>();
  const ask = async (server: RunningServer) => {
    const status = await call({ port: server.port, path: "/health/ready" }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) unready.delete(server);
    else unready.add(server);
  };
  const timer = setInterval(() => void servers.map(ask), readinessMillis).unref();
  return Object.assign(unready, { stop: () => clearInterval(timer) });
}

/** Returns how many did not end within a minute. */
async function endAll(servers: readonly RunningServer[]): Promise<number> {
  const ended = await Promise.all(servers.map(endsInTime));
  return ended.filter((inTime) => !inTime).length;
}

async function endsInTime(server: RunningServer): Promise<boolean> {
  const abort = new AbortController();
  const late = pause(longestStopMillis, false, { signal: abort.signal }).catch(() => true);
  const inTime = await Promise.race([server.stop().then(() => true), late]);
  abort.abort();
  if (!inTime) server.kill();
  return inTime;
}
