import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { call } from "./http-call.ts";

const thisCheckout = join(import.meta.dirname, "..");
const startTimeoutMillis = 120_000;

export interface RunningServer {
  port: number;
  pid: number;
  /** Time from the command to the first success of /health/ready, in milliseconds. */
  readyMillis: number;
  /** Resident memory in MB; NaN where the system does not report it. */
  memory(): { currentMegabytes: number; peakMegabytes: number };
  /** CPU time of all threads since the start, in milliseconds; NaN where the system does not report it. */
  cpuMillis(): number;
  /** Whether the process has ended, for any reason. */
  hasEnded(): boolean;
  stop(): Promise<void>;
  /** Kills the process without a graceful shutdown. */
  kill(): void;
}

export interface ServerOptions {
  dataDir: string;
  logFile: string;
  /** Additional settings. */
  settings?: Record<string, string>;
  /** A command that runs the server as its child, such as one that limits its resources. */
  wrapper?: readonly string[] | undefined;
  /** A free port by default. */
  port?: number | undefined;
  /** Folder of another version, installed and built. This one by default. */
  checkout?: string | undefined;
}

/** Starts a server on a loopback port. Rejects when it does not become ready. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, logFile, settings = {}, wrapper, port = await freePort(), checkout } = options;
  const began = performance.now();
  const log = openSync(logFile, "a");
  const child = runVestibule(
    ["serve"],
    {
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      // Every simulated person has their own client IP, so the limits by client IP are those of production.
      TRUSTED_PROXIES: "127.0.0.1",
      CLIENT_IP_LIMIT_FACTOR: "1",
      ...settings,
    },
    { stdout: log, wrapper, checkout },
  );
  closeSync(log);
  child.stderr?.pipe(process.stderr);
  while (!(await isReady(port))) {
    if (hasEnded(child)) throw new Error(`the server exited with ${child.exitCode}`);
    if (performance.now() - began > startTimeoutMillis)
      throw new Error(`the server is not ready after ${startTimeoutMillis / 1000} s`);
    await pause(10);
  }
  const readyMillis = performance.now() - began;
  return {
    port,
    pid: child.pid ?? 0,
    readyMillis,
    memory: () => memoryOf(child),
    cpuMillis: () => cpuMillisOf(child),
    hasEnded: () => hasEnded(child),
    stop: () => stopped(child),
    kill: () => void child.kill("SIGKILL"),
  };
}

interface CommandOptions extends Pick<ServerOptions, "wrapper" | "checkout"> {
  stdout?: "pipe" | number;
}

/** Runs a command of the product with these settings. Of the environment it inherits only PATH, HOME and TMPDIR. */
export function runVestibule(
  args: readonly string[],
  settings: Record<string, string>,
  { stdout = "pipe", wrapper = [], checkout = thisCheckout }: CommandOptions = {},
): ChildProcess {
  const { PATH = "", HOME = "", TMPDIR } = process.env;
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), ...settings };
  const command = join(checkout, "packages/vestibule/bin/vestibule.mjs");
  const [program = "", ...rest] = [...wrapper, process.execPath, command, ...args];
  const child = spawn(program, rest, { env, stdio: ["ignore", stdout, "pipe"] });
  // Kills the child when this process exits early.
  const killChild = () => child.kill();
  process.once("exit", killChild);
  child.once("exit", () => process.off("exit", killChild));
  return child;
}

export function memoryOf({ pid }: ChildProcess): { currentMegabytes: number; peakMegabytes: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const megabytesOf = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, "m"))?.[1]) / 1024;
    return { currentMegabytes: megabytesOf("VmRSS"), peakMegabytes: megabytesOf("VmHWM") };
  } catch {
    return { currentMegabytes: Number.NaN, peakMegabytes: Number.NaN };
  }
}

/** Reads user and system time, which Linux reports in hundredths of a second after the name of the process. */
function cpuMillisOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const isReady = (port: number) =>
  call({ port, path: "/health/ready" }).then(
    ({ status }) => status === 200,
    () => false,
  );

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function stopped(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
