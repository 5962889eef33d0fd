import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { NetConnectOpts } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "@vestibule/api/platform/embedded-postgres/binaries.adapter.ts";
import { asOwner, clusterOwner } from "@vestibule/api/platform/embedded-postgres/cluster-owner.adapter.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import pg from "pg";
import type { IssuedCertificate } from "../test/issue-certificate.ts";
import { freePort } from "../test/loopback-port.ts";

const run = promisify(execFile);

/** The PostgreSQL of the product, or the one that is installed on the machine. */
export type DatabaseKind = "embedded" | "external";

/** A PostgreSQL with its data in a temporary folder, which is deleted with it. */
export interface Postgres extends AsyncDisposable {
  /** Address for a proxy to connect to. */
  target: NetConnectOpts;
  /**
   * URL for the owner, or for the servers over the port of a proxy. Only the embedded one has a separate role for
   * servers.
   */
  url(proxyPort?: number): string;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Starts a standby by streaming replication. From then on a commit waits for both. */
  startStandby(): Promise<Postgres>;
  /** Promotes a standby to primary. */
  promote(): Promise<void>;
  /** `immediate` stops it like a crash. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  /** Starts it again unless it runs. */
  start(): Promise<void>;
  /** Ids of the server process and its child processes. */
  pids(): number[];
  /** Fills its disk. The returned function frees the space again. Only with `diskMegabytes`. */
  fillDisk(): () => void;
  /** Uses this certificate for new connections. */
  serveTls(tls: IssuedCertificate): Promise<void>;
}

interface PostgresOptions {
  kind: DatabaseKind;
  /** Size of a separate disk for it, a tmpfs, which only root can mount. */
  diskMegabytes?: number | undefined;
  /** Fills the data folder from a backup instead of creating a cluster; only with `external`. */
  restoreTo?: (data: string) => Promise<void>;
}

/** Starts a PostgreSQL. Rejects when its programs are not installed. */
export async function startPostgres({ kind, diskMegabytes, restoreTo }: PostgresOptions): Promise<Postgres> {
  const folder = ownersFolder(diskMegabytes);
  if (kind === "embedded") return startEmbedded(folder);
  const cluster = {
    folder,
    data: join(folder, "data"),
    pgCtl: join(programFolder(), "pg_ctl"),
    port: await freePort(),
  };
  if (restoreTo !== undefined) {
    await restoreTo(cluster.data);
    await startExternal(cluster);
    return externalPostgres(cluster);
  }
  await runPostgresProgram("initdb", [
    "-D",
    cluster.data,
    "--username=vestibule",
    "--auth=trust",
    "--encoding=UTF8",
    "--no-sync",
  ]);
  await startExternal(cluster);
  const postgres = externalPostgres(cluster);
  await queryOnce(postgres.url().replace(/vestibule$/, "postgres"), "create database vestibule");
  return postgres;
}

async function startEmbedded(folder: string): Promise<Postgres> {
  const { pgCtl } = await findBinaries(clusterOwner());
  const embedded = await startEmbeddedPostgres({ dataDir: folder, lifetime: "kept" });
  const { host, port } = new pg.Client({ connectionString: embedded.url });
  const data = join(folder, "postgresql", "data");
  const serverUrl = (proxyPort: number) => `postgres://vestibule_service@127.0.0.1:${proxyPort}/vestibule`;
  return postgresOf({
    folder,
    data,
    pgCtl,
    target: { path: `${host}/.s.PGSQL.${port}` },
    url: (proxyPort) => (proxyPort === undefined ? embedded.url : serverUrl(proxyPort)),
    // `restart` reuses the options of the last start.
    start: () => runAsOwner(pgCtl, ["restart", "-D", data, "-w", "-s", "-l", join(folder, "postgresql", "log")]),
    release: () => embedded.stop(),
  });
}

interface Cluster {
  folder: string;
  data: string;
  pgCtl: string;
  port: number;
}

const startExternal = ({ folder, data, pgCtl, port }: Cluster) => {
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off`;
  return runAsOwner(pgCtl, ["start", "-D", data, "-w", "-s", "-l", join(folder, "log"), "-o", settings]);
};

function externalPostgres(cluster: Cluster): Postgres {
  const { port } = cluster;
  return postgresOf({
    ...cluster,
    target: { host: "127.0.0.1", port },
    url: (at = port) => `postgres://vestibule@127.0.0.1:${at}/vestibule`,
    start: () => startExternal(cluster),
    startStandby: async (query) => {
      const standby = ownersFolder();
      const copy = join(standby, "data");
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "vestibule"];
      const options = ["-D", copy, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
      await runPostgresProgram("pg_basebackup", [...from, ...options]);
      const started = { ...cluster, folder: standby, data: copy, port: await freePort() };
      await startExternal(started);
      await query("alter system set synchronous_standby_names = '*'");
      await query("select pg_reload_conf()");
      return externalPostgres(started);
    },
  });
}

function postgresOf({
  folder,
  data,
  pgCtl,
  target,
  url,
  start,
  startStandby,
  release,
}: Pick<Postgres, "target" | "url" | "start"> &
  Omit<Cluster, "port"> & {
    startStandby?: (query: Postgres["query"]) => Promise<Postgres>;
    release?: () => Promise<void>;
  }): Postgres {
  const query: Postgres["query"] = (text, values) => queryOnce(url(), text, values);
  const isRunning = () => existsSync(join(data, "postmaster.pid"));
  const stop = async (mode: "fast" | "immediate" = "fast") => {
    if (isRunning()) await runAsOwner(pgCtl, ["stop", "-D", data, "-m", mode, "-w", "-s"]);
  };
  const postmaster = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  const killOnExit = () => {
    if (isRunning()) process.kill(postmaster(), "SIGQUIT");
    removeFolder(folder);
  };
  process.once("exit", killOnExit);
  return {
    target,
    url,
    query,
    stop,
    startStandby: () => {
      if (startStandby === undefined) throw new Error("the embedded PostgreSQL has no standby");
      return startStandby(query);
    },
    promote: () => runAsOwner(pgCtl, ["promote", "-D", data, "-w", "-s"]),
    start: async () => {
      if (!(await isAnswering(url()))) await start();
    },
    pids: () => [postmaster(), ...childrenOf(postmaster())],
    serveTls: async ({ key, certificate }) => {
      writeAsOwner(join(data, "server.key"), key, 0o600);
      writeAsOwner(join(data, "server.crt"), certificate);
      await query("alter system set ssl = on");
      await query("select pg_reload_conf()");
    },
    fillDisk: () => {
      if (!isMounted(folder)) throw new Error("this PostgreSQL has no separate disk");
      const ballast = join(folder, "ballast");
      return fill(ballast, () => rmSync(ballast));
    },
    [Symbol.asyncDispose]: async () => {
      process.off("exit", killOnExit);
      await stop("immediate");
      await release?.();
      removeFolder(folder);
    },
  };
}

/** Writes to a file until the disk is full. */
function fill(file: string, free: () => void): () => void {
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 16))
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size, "x"), { flag: "a" });
    } catch (fault) {
      if (faultCode(fault) !== "ENOSPC") throw fault;
    }
  return free;
}

const isMounted = (folder: string) =>
  existsSync("/proc/mounts") && readFileSync("/proc/mounts", "utf8").includes(` ${folder} `);

function childrenOf(pid: number): number[] {
  const lists = globSync(`/proc/${pid}/task/*/children`).map((file) => readFileSync(file, "utf8"));
  return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}

export function removeFolder(folder: string): void {
  if (isMounted(folder)) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Creates a folder of the unprivileged user that runs PostgreSQL, which refuses to run as root. */
export function ownersFolder(diskMegabytes?: number): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-drill-"));
  const { drop } = clusterOwner();
  if (diskMegabytes !== undefined)
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", folder]);
  chmodSync(folder, 0o700);
  if (drop !== undefined) chownSync(folder, drop.uid, drop.gid);
  return folder;
}

/** Writes a file that belongs to this user. */
export function writeAsOwner(file: string, content: string, mode = 0o644): void {
  writeFileSync(file, content, { mode });
  const { drop } = clusterOwner();
  if (drop !== undefined) chownSync(file, drop.uid, drop.gid);
}

/** Runs a program of PostgreSQL as this user. */
export const runPostgresProgram = (name: string, args: readonly string[]): Promise<void> =>
  runAsOwner(join(programFolder(), name), args);

async function runAsOwner(program: string, args: readonly string[]): Promise<void> {
  await run(program, args, { ...asOwner(clusterOwner()), timeout: 60_000 });
}

/** Finds the folder of the programs of PostgreSQL, which Debian installs outside the path. */
function programFolder(): string {
  const programs = ["initdb", "pg_ctl", "pg_basebackup"];
  const path = (process.env.PATH ?? "").split(":");
  const folders = [...globSync("/usr/lib/postgresql/*/bin").sort().reverse(), ...path];
  const found = folders.find((folder) => programs.every((name) => existsSync(join(folder, name))));
  if (found === undefined)
    throw new Error(
      `PostgreSQL is not installed: ${programs.join(", ")} were found neither under /usr/lib/postgresql nor on the path. Install the package postgresql, version 15 or later, or use --database embedded.`,
    );
  return found;
}

export const isAnswering = (url: string) =>
  queryOnce(url, "select").then(
    () => true,
    () => false,
  );

export async function queryOnce(url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 20_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
