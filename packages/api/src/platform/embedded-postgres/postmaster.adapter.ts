import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { faultCode } from "../fault-code.rule.ts";

/** A running server of a cluster, from its postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
}

/** Undefined when no postmaster runs, or when its pid now belongs to another program. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const noted = await recordedPostmaster(data);
  return noted !== undefined && isRunning(noted.pid) ? noted : undefined;
}

/** Whether a server of the cluster runs, also one that is starting or stopping and accepts no connection. */
export async function isPostmasterAlive(data: string): Promise<boolean> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return pid > 0 && isRunning(pid);
}

/** Reads postmaster.pid, whether or not that server still runs. */
export async function recordedPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = await readFile(join(data, "postmaster.pid"), "utf8").then(
    (text) => text.split("\n"),
    () => [],
  );
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const socketFolder = lines[4]?.trim();
  return pid && port && socketFolder ? { pid, port, socketFolder } : undefined;
}

/** Whether a pid belongs to a running PostgreSQL. */
export function isRunning(pid: number): boolean {
  return isAlive(pid) && isPostgres(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return faultCode(fault) === "EPERM";
  }
}

/** Without /proc a pid is assumed to belong to PostgreSQL, and the connection attempt decides. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
  } catch {
    return process.platform !== "linux";
  }
}

/** The role that owns the cluster and tables, and the restricted role of the service. */
export type ClusterRole = "vestibule" | "vestibule_service";

/** URL of the database over the socket, for any PostgreSQL client. */
export function socketUrl(
  server: { port: number; socketFolder: string },
  { database, role }: { database: string; role: ClusterRole },
): string {
  return `postgresql://${role}@/${database}?host=${encodeURIComponent(server.socketFolder)}&port=${server.port}`;
}
