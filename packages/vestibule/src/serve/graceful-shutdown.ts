import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { Backend } from "./backend.ts";
import type { HttpServer } from "./http-server.adapter.ts";
import type { Readiness } from "./readiness.ts";

const drainMillis = 20_000;
/** How long a proxy may take to notice that ready says no; requests are served all the while. */
const noticeMillis = { demo: 0, production: 5000 };

/** Leaves without a request lost: first says so, then takes no new connection, then closes what is behind. */
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
