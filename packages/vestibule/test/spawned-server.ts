import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded } from "../../../test/child-process.ts";
import { freePort } from "../../../test/loopback-port.ts";
import { isReady } from "../../../test/server-process.ts";
import { waitUntil } from "../../../test/wait-until.ts";

const bin = resolve(import.meta.dirname, "../bin/vestibule.mjs");

interface Ending {
  code: number | null;
  signal: string | null;
}

export interface SpawnedServer {
  process: ChildProcess;
  url: string;
  /** Everything written so far to standard output and standard error. */
  output(): string;
  /** Milliseconds from the spawn to the first ready response. */
  readyMillis: number;
  /** Exit code and signal, once it has exited. */
  exited: Promise<Ending>;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<Ending>;
}

export interface ServerOptions {
  environment?: Record<string, string>;
  arguments?: readonly string[];
  /** "nothing" returns while the server is still starting. */
  waitFor?: "ready" | "nothing";
}

/** Starts a real server in its own process, on a free port. */
export async function spawnServer(options: ServerOptions = {}): Promise<SpawnedServer> {
  const port = await freePort();
  const startedAt = performance.now();
  const env = { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: String(port), ...options.environment };
  const child = spawn(process.execPath, [bin, "serve", ...(options.arguments ?? [])], {
    // A password alone signs in, unless a test is about the second proof; production refuses the setting.
    env: options.environment?.NODE_ENV === "production" ? env : { SECOND_FACTOR: "never", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      output += text;
    });
  }
  const url = `http://127.0.0.1:${port}`;
  // Its output has been received in whole at "close", and not yet at "exit".
  const exited = once(child, "close").then(([code, signal]) => ({ code, signal }));
  if (options.waitFor !== "nothing") {
    await waitUntil(() => hasEnded(child) || isReady(port), { seconds: 300, everyMillis: 50 });
    if (!(await isReady(port))) {
      child.kill("SIGKILL");
      throw new Error(`the server did not become ready:\n${output}`);
    }
  }
  return {
    process: child,
    url,
    output: () => output,
    readyMillis: performance.now() - startedAt,
    exited,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Repeats a request that a server answers with 503 because a busy machine blocks its event loop. */
export async function untilAccepted<Result extends { status: number }>(send: () => Promise<Result>): Promise<Result> {
  let response = await send();
  for (let repeated = 0; response.status === 503 && repeated < 40; repeated += 1) {
    await pause(250);
    response = await send();
  }
  return response;
}

/** Runs a command as an operator does; `complaint` is its error output. */
export function startCommand(words: readonly string[], environment: Record<string, string>) {
  const { promise: result, resolve: ended } = Promise.withResolvers<{
    code: number;
    output: string;
    complaint: string;
  }>();
  const env = { PATH: process.env.PATH, ...environment };
  const child = execFile(process.execPath, [bin, ...words], { env }, (fault, output, complaint) => {
    ended({ code: typeof fault?.code === "number" ? fault.code : 0, output, complaint });
  });
  return { process: child, result };
}

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), "vestibule-server-"));
  chmodSync(path, 0o755);
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) };
}
