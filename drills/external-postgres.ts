import { execFile } from "node:child_process";
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { asOwner, clusterOwner } from "@vestibule/api/platform/embedded-postgres/cluster-owner.adapter.ts";
import pg from "pg";
import { freePort } from "../bench/server-process.ts";

const run = promisify(execFile);
const programs = ["initdb", "pg_ctl", "pg_basebackup"] as const;

/** A PostgreSQL of the machine's own installation, on a temporary folder. */
export interface ExternalPostgres {
  host: string;
  port: number;
  /** URL of the database `vestibule`, over another port where a proxy is used. */
  url(port?: number): string;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Starts a second server that streams from this one; from then on a commit waits for both. */
  startStandby(): Promise<ExternalPostgres>;
  /** Promotes a standby to primary. */
  promote(): Promise<void>;
  /** `immediate` stops it like a crash. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

/** Rejects with the missing part where PostgreSQL's programs are not installed. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const folder = ownersFolder();
  const data = join(folder, "data");
  await runProgram("initdb", ["-D", data, "--username=vestibule", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  const postgres = await startServer({ folder, data });
  await queryOnce(postgres.url().replace(/vestibule$/, "postgres"), "create database vestibule");
  return postgres;
}

async function startServer({ folder, data }: { folder: string; data: string }): Promise<ExternalPostgres> {
  const port = await freePort();
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c fsync=off`;
  await runProgram("pg_ctl", ["start", "-D", data, "-w", "-s", "-l", join(folder, "log"), "-o", settings]);
  const url = (at = port) => `postgres://vestibule@127.0.0.1:${at}/vestibule`;
  const query: ExternalPostgres["query"] = (text, values) => queryOnce(url(), text, values);
  const stop = async (mode: "fast" | "immediate" = "fast") => {
    if (existsSync(join(data, "postmaster.pid")))
      await runProgram("pg_ctl", ["stop", "-D", data, "-m", mode, "-w", "-s"]);
  };
  const killOnExit = () => {
    const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  process.once("exit", killOnExit);
  return {
    ...{ host: "127.0.0.1", port, url, query, stop },
    startStandby: async () => {
      const standby = ownersFolder();
      const copy = join(standby, "data");
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "vestibule"];
      await runProgram("pg_basebackup", [...from, "-D", copy, "-R", "-X", "stream", "-c", "fast", "--no-sync"]);
      const started = await startServer({ folder: standby, data: copy });
      await query("alter system set synchronous_standby_names = '*'");
      await query("select pg_reload_conf()");
      return started;
    },
    promote: () => runProgram("pg_ctl", ["promote", "-D", data, "-w", "-s"]),
    remove: async () => {
      process.off("exit", killOnExit);
      await stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: it gets an unprivileged user of the machine and a folder of that user. */
function ownersFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-drill-"));
  const { drop } = clusterOwner();
  chmodSync(folder, 0o700);
  if (drop !== undefined) chownSync(folder, drop.uid, drop.gid);
  return folder;
}

async function runProgram(name: (typeof programs)[number], args: readonly string[]): Promise<void> {
  await run(join(programFolder(), name), args, { ...asOwner(clusterOwner()), timeout: 60_000 });
}

/** Debian keeps these programs outside the path. */
function programFolder(): string {
  const path = (process.env.PATH ?? "").split(":");
  const folders = [...globSync("/usr/lib/postgresql/*/bin").sort().reverse(), ...path];
  const found = folders.find((folder) => programs.every((name) => existsSync(join(folder, name))));
  if (found === undefined)
    throw new Error(
      `PostgreSQL is not installed: ${programs.join(", ")} were found neither under /usr/lib/postgresql nor on the path. Install the package postgresql, version 15 or later.`,
    );
  return found;
}

async function queryOnce(url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 20_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
