import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:net";
import { resolve } from "node:path";
import type { ServerBuild } from "react-router";

/** The portal from its sources, with hot reload. */
export interface Workshop {
  /** The portal as its sources are now. */
  build(): Promise<ServerBuild>;
  /** Answers the bundler's own files; anything else goes on to `next`. */
  before(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  close(): Promise<void>;
}

export async function openWorkshop(): Promise<Workshop> {
  // Only here: production has no bundler.
  const vite = await import("vite");
  const listening = new Set(process.listeners("SIGTERM"));
  const bundler = await vite.createServer({
    root: resolve(import.meta.dirname, ".."),
    // Read as it is: a bundled copy would be a new file each time, which restarts a server that watches its files.
    configLoader: "native",
    server: { middlewareMode: true, hmr: { port: await freePort() } },
    appType: "custom",
  });
  // The bundler would end the process at once; whoever runs the server ends it in order, and then closes the bundler.
  for (const added of process.listeners("SIGTERM")) if (!listening.has(added)) process.off("SIGTERM", added);
  return {
    build: () => bundler.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    before: bundler.middlewares,
    close: () => bundler.close(),
  };
}

/** For the reload socket: several of these may run on one machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 24_678;
}
