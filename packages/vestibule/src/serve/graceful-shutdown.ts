import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { Backend } from "./backend.ts";
import type { HttpServer } from "./http-server.adapter.ts";
import type { Readiness } from "./readiness.route.ts";

const drainMillis = 20_000;
/** Time for a proxy to notice the failing readiness check; requests are still served. */
const noticeMillis = { demo: 0, production: 5000 };

/** Fails the readiness check, stops accepting connections, then closes the backend, dropping no request. */
export async function gracefulShutdown(deps: {
  ready: Readiness;
  /** None before the server listens. */
  servers(): readonly HttpServer[];
  backend: Backend;
  mode: "demo" | "production";
  log: Log;
}): Promise<void> {
  const { ready, backend, mode, log } = deps;
  ready.startDraining();
  backend.startDraining();
  const servers = deps.servers();
  if (servers.length === 0) return backend.stop();
  log.info("server.leaving");
  const notice = noticeMillis[mode];
  await pause(notice);
  await Promise.all(servers.map((server) => server.close(drainMillis - notice)));
  await backend.stop();
  log.info("server.left");
}

/** Runs one step of a shutdown for at most `millis`, so that the next one always runs. Never rejects. */
export async function stopWithin(
  step: { part: string; millis: number; log: Log },
  stop: () => Promise<unknown> | undefined,
): Promise<void> {
  const { part, millis, log } = step;
  const timer = new AbortController();
  const timeout = pause(millis, "timeout", { signal: timer.signal }).catch(() => "stopped");
  const stopped = Promise.resolve()
    .then(stop)
    .then(
      () => "stopped",
      (fault: unknown) => {
        log.warn("server.stop-fault", { part, fault });
        return "stopped";
      },
    );
  if ((await Promise.race([stopped, timeout])) === "timeout") log.warn("server.stop-timeout", { part });
  timer.abort();
}

/** Longer than it takes to run a query and close its connection. */
const databaseStopTimeoutMillis = 5000;

/** Stops the jobs that use a database, then closes its connections. */
export function closeDatabase(
  { database, log }: { database: Db; log: Log },
  ...jobs: { stop(): Promise<void> }[]
): Promise<void> {
  return stopWithin({ part: "database", millis: databaseStopTimeoutMillis, log }, async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    await database.destroy();
  });
}
