import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endProcess, endWithThisProcess, hasEnded } from "./child-process.ts";
import { freePort } from "./loopback-port.ts";
import { waitUntil } from "./wait-until.ts";

const thisCheckout = join(import.meta.dirname, "..");
const startTimeoutSeconds = 300;

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
  /** Stops it gracefully, or kills it with SIGKILL. Resolves once it has ended. */
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
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
  /** `serve` by default. */
  command?: readonly string[];
}

/** Starts a server on a loopback port. Rejects when it does not become ready. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dataDir, logFile, settings, wrapper, port = await freePort(), checkout, command = ["serve"] } = options;
  const startedAt = performance.now();
  const log = openSync(logFile, "a");
  const child = runVestibule(
    command,
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
  const isInTime = await waitUntil(() => hasEnded(child) || isReady(port), {
    seconds: startTimeoutSeconds,
    everyMillis: 20,
  });
  if (hasEnded(child)) throw new Error(`the server exited with ${child.exitCode}`);
  if (!isInTime) throw new Error(`the server is not ready after ${startTimeoutSeconds} s`);
  const readyMillis = performance.now() - startedAt;
  return {
    port,
    pid: child.pid ?? 0,
    readyMillis,
    memory: () => memoryOf(child),
    cpuMillis: () => cpuMillisOf(child),
    hasEnded: () => hasEnded(child),
    end: (signal) => endProcess(child, signal),
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
  endWithThisProcess(child);
  return child;
}

/** Waits for the end of a command. Returns its output; rejects when the command fails. */
export async function outputOf(command: ChildProcess): Promise<string> {
  let output = "";
  for (const stream of [command.stdout, command.stderr])
    stream?.on("data", (piece) => {
      output += piece;
    });
  const [code] = await once(command, "close");
  if (code !== 0) throw new Error(`${command.spawnargs.join(" ")} exited with ${code}: ${output}`);
  return output;
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

export const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
