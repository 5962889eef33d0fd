import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { Backend } from "./backend.ts";
import type { HttpServer } from "./http-server.adapter.ts";
import type { Readiness } from "./readiness.ts";

const drainMillis = 20_000;
/** Time for a proxy to notice the failing readiness check; requests are still served. */
const noticeMillis = { demo: 0, production: 5000 };

/**
 * Shuts down without dropping a request: fails the readiness check, stops accepting connections, then closes the
 * backend.
 */
export async function gracefulShutdown(server: {
  ready: Readiness;
  servers: readonly HttpServer[];
  back: Backend;
  mode: "demo" | "production";
  log: Log;
}): Promise<void> {
  server.ready.leaving();
  server.log.info("server.leaving");
  const notice = noticeMillis[server.mode];
  await pause(notice);
  await Promise.all(server.servers.map((one) => one.close(drainMillis - notice)));
  await server.back.stop();
  server.log.info("server.left");
}
