import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { resolve } from "node:path";
import type { ServerBuild } from "react-router";

/** Development server of the portal, with hot reload. */
export interface DevServer {
  /** The portal, built from its current sources. */
  build(): Promise<ServerBuild>;
  /** Middleware that serves Vite's own files; other requests go to `next`. */
  before(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  close(): Promise<void>;
}

export async function startDevServer(): Promise<DevServer> {
  // Imported here because production has no Vite.
  const vite = await import("vite");
  const listening = new Set(process.listeners("SIGTERM"));
  const bundler = await vite.createServer({
    root: resolve(import.meta.dirname, ".."),
    // Loads the configuration without bundling: a bundled copy is a new file each time, which restarts a watching
    // server.
    configLoader: "native",
    server: { middlewareMode: true, hmr: { port: await freePort() } },
    appType: "custom",
  });
  // Vite exits at once on SIGTERM: remove its listeners, so that the server can shut down first and then close Vite.
  for (const added of process.listeners("SIGTERM")) if (!listening.has(added)) process.off("SIGTERM", added);
  return {
    build: () => bundler.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    before: bundler.middlewares,
    close: () => bundler.close(),
  };
}

/** For the HMR socket: several servers may run on one machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 24_678;
}
