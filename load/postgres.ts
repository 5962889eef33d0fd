import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "@vestibule/api/platform/embedded-postgres/binaries.adapter.ts";
import { asOwner, clusterOwner } from "@vestibule/api/platform/embedded-postgres/cluster-owner.adapter.ts";
import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import pg from "pg";
import type { IssuedCertificate } from "../test/issue-certificate.ts";
import { freePort } from "../test/loopback-port.ts";

const run = promisify(execFile);

/** The programs of the PostgreSQL that the product has, or of the one that is installed on the machine. */
export type DatabaseKind = "embedded" | "external";

interface PostgresOptions {
  kind: DatabaseKind;
  /** Size of a separate disk for it, a tmpfs, which only root can mount. */
  diskMegabytes?: number | undefined;
  /** Fills the data folder from a backup instead of creating a cluster. */
  restoreTo?: (data: string) => Promise<void>;
}

/** A PostgreSQL with its data in a temporary folder, which is deleted with it. */
export type Postgres = Awaited<ReturnType<typeof openCluster>>;

/** Starts a PostgreSQL. Rejects when its programs are not installed. */
export async function startPostgres({ kind, diskMegabytes, restoreTo }: PostgresOptions): Promise<Postgres> {
  const programs = kind === "external" ? installedPrograms() : dirname((await findBinaries(clusterOwner())).pgCtl);
  const folder = ownersFolder(diskMegabytes);
  const data = join(folder, "data");
  if (restoreTo !== undefined) {
    await restoreTo(data);
    return openCluster(programs, folder);
  }
  const options = ["--username=vestibule", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  await runAsOwner(join(programs, "initdb"), ["-D", data, ...options]);
  const postgres = await openCluster(programs, folder);
  const onCluster = postgres.url().replace(/vestibule$/, "postgres");
  await queryOnce(onCluster, "create role vestibule_service login");
  await queryOnce(onCluster, "create database vestibule");
  return postgres;
}

/** Starts the cluster in a folder. */
async function openCluster(programs: string, folder: string) {
  const data = join(folder, "data");
  const port = await freePort();
  const pgCtl = (command: string, ...options: string[]) =>
    runAsOwner(join(programs, "pg_ctl"), [command, "-D", data, "-w", "-s", ...options]);
  const urlOf = (role: string, at: number) => `postgres://${role}@127.0.0.1:${at}/vestibule`;
  const url = () => urlOf("vestibule", port);
  const query = (text: string, values?: unknown[]) => queryOnce(url(), text, values);
  const isRunning = () => existsSync(join(data, "postmaster.pid"));
  const postmaster = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  /** Starts it again unless it runs. */
  const start = async () => {
    if (await isAnswering(url())) return;
    const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off`;
    await pgCtl("start", "-l", join(folder, "log"), "-o", settings);
  };
  /** `immediate` stops it like a crash. */
  const stop = async (mode: "fast" | "immediate" = "fast") => {
    if (isRunning()) await pgCtl("stop", "-m", mode);
  };
  const killOnExit = () => {
    if (isRunning()) process.kill(postmaster(), "SIGQUIT");
    removeFolder(folder);
  };
  await start();
  process.once("exit", killOnExit);
  return {
    /** Address for a proxy to connect to. */
    target: { host: "127.0.0.1", port },
    /** URL for the owner of the tables. */
    url,
    /** URL for the servers, over the port of a proxy if there is one. */
    serverUrl: (at = port) => urlOf("vestibule_service", at),
    query,
    start,
    stop,
    /** Promotes a standby to primary. */
    promote: () => pgCtl("promote"),
    /** Ids of the server process and its child processes. */
    pids: () => [postmaster(), ...childrenOf(postmaster())],
    /** Uses this certificate for new connections. */
    serveTls: async ({ key, certificate }: IssuedCertificate) => {
      writeAsOwner(join(data, "server.key"), key, 0o600);
      writeAsOwner(join(data, "server.crt"), certificate);
      await query("alter system set ssl = on");
      await query("select pg_reload_conf()");
    },
    /** Fills its disk. The returned function frees the space again. Only with `diskMegabytes`. */
    fillDisk: () => {
      if (!isMounted(folder)) throw new Error("this PostgreSQL has no separate disk");
      const ballast = join(folder, "ballast");
      fill(ballast);
      return () => rmSync(ballast);
    },
    [Symbol.asyncDispose]: async () => {
      process.off("exit", killOnExit);
      await stop("immediate");
      removeFolder(folder);
    },
  };
}

/** Starts a standby by streaming replication. From then on a commit waits for both. */
export async function startStandbyOf({ url, query }: Postgres): Promise<Postgres> {
  const folder = ownersFolder();
  const options = ["-D", join(folder, "data"), "-R", "-X", "stream", "-c", "fast", "--no-sync"];
  await runPostgresProgram("pg_basebackup", ["-d", url(), ...options]);
  const standby = await openCluster(installedPrograms(), folder);
  await query("alter system set synchronous_standby_names = '*'");
  await query("select pg_reload_conf()");
  return standby;
}

/** Starts PostgreSQL as the product does. */
export async function startProductPostgres(): Promise<AsyncDisposable & { url: string }> {
  const folder = ownersFolder();
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, lifetime: "kept" });
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      await stop();
      removeFolder(folder);
    },
  };
}

/** Writes to a file until the disk is full. */
function fill(file: string): void {
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 16))
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size, "x"), { flag: "a" });
    } catch (fault) {
      if (faultCode(fault) !== "ENOSPC") throw fault;
    }
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

/** Runs a program of the installed PostgreSQL as this user. */
export const runPostgresProgram = (name: string, args: readonly string[]): Promise<void> =>
  runAsOwner(join(installedPrograms(), name), args);

async function runAsOwner(program: string, args: readonly string[]): Promise<void> {
  await run(program, args, { ...asOwner(clusterOwner()), timeout: 60_000 });
}

/** Finds the folder of the programs of PostgreSQL, which Debian installs outside the path. */
function installedPrograms(): string {
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
