import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { call } from "./http-call.ts";

const thisCheckout = join(import.meta.dirname, "..");
const longestStartMillis = 120_000;

export interface RunningServer {
  port: number;
  pid: number;
  /** From the command to the first success of /health/ready. */
  readyMillis: number;
  /** Memory in use, in MB; NaN where the system does not report it. */
  memory(): { nowMegabytes: number; mostMegabytes: number };
  /** Processor time so far, of all threads; NaN where the system does not report it. */
  processorMillis(): number;
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
  /** Command in front of the server's own, such as one that limits it. */
  wrapper?: readonly string[] | undefined;
  /** A free one by default. */
  port?: number | undefined;
  /** Folder of another version, which is installed and built. */
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
      // Each person has their own client IP, under production limits.
      TRUSTED_PROXIES: "127.0.0.1",
      ADDRESS_LIMIT_FACTOR: "1",
      ...settings,
    },
    { stdout: log, wrapper, checkout },
  );
  closeSync(log);
  child.stderr?.pipe(process.stderr);
  while (!(await isReady(port))) {
    if (hasEnded(child)) throw new Error(`the server ended with ${child.exitCode}`);
    if (performance.now() - began > longestStartMillis) throw new Error("the server does not become ready");
    await pause(10);
  }
  const readyMillis = performance.now() - began;
  return {
    port,
    pid: child.pid ?? 0,
    readyMillis,
    memory: () => memoryOf(child),
    processorMillis: () => processorMillisOf(child),
    hasEnded: () => hasEnded(child),
    stop: () => stopped(child),
    kill: () => void child.kill("SIGKILL"),
  };
}

interface CommandOptions extends Pick<ServerOptions, "wrapper" | "checkout"> {
  stdout?: "pipe" | number;
}

/** Runs a command of the product with these settings; inherits only the path from the environment. */
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
  // Kills the child when the bench itself is aborted.
  const end = () => child.kill();
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return child;
}

export function memoryOf({ pid }: ChildProcess): { nowMegabytes: number; mostMegabytes: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const line = (name: string) => Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, "m"))?.[1]) / 1024;
    return { nowMegabytes: line("VmRSS"), mostMegabytes: line("VmHWM") };
  } catch {
    return { nowMegabytes: Number.NaN, mostMegabytes: Number.NaN };
  }
}

/** Linux counts in hundredths of a second; the fields follow the name, which may contain spaces. */
function processorMillisOf({ pid }: ChildProcess): number {
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
