import type { IncomingMessage, ServerResponse } from "node:http";
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
  const { createServer } = await import("vite");
  const bundler = await createServer({
    root: resolve(import.meta.dirname, ".."),
    server: { middlewareMode: true },
    appType: "custom",
  });
  return {
    build: () => bundler.ssrLoadModule("virtual:react-router/server-build") as Promise<ServerBuild>,
    before: bundler.middlewares,
    close: () => bundler.close(),
  };
}
