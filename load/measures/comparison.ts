import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { databaseUrl, onServer } from "../../test/postgres.setup.ts";
import type { Comparison } from "./comparison.process.ts";

export interface RunningComparison {
  port: number;
  stop(): void;
}

/** Starts a server to compare the product with, over a new, empty database. */
export async function startComparison(kind: Comparison, postgresUrl: string): Promise<RunningComparison> {
  const name = `comparison_${kind.toLowerCase()}`;
  await onServer(postgresUrl, `drop database if exists ${name} with (force)`);
  await onServer(postgresUrl, `create database ${name}`);
  const env = { ...process.env, NODE_ENV: "production", UV_THREADPOOL_SIZE: String(availableParallelism() * 2 + 4) };
  const child = fork(join(import.meta.dirname, "comparison.process.ts"), [kind, databaseUrl(postgresUrl, name)], {
    env,
  });
  const exited = once(child, "exit").then(() => Promise.reject(new Error(`${kind} exited before it was ready`)));
  const [port] = await Promise.race([once(child, "message"), exited]);
  exited.catch(() => {});
  return { port, stop: () => void child.kill() };
}
