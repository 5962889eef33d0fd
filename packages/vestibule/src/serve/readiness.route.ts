import { Hono } from "hono";
import type { AppEnv } from "./request-facts.ts";

/** Whether this server should receive requests: not before startup is complete, nor during shutdown. */
export interface Readiness {
  /** Checks the backend; a failure counts as not ready. */
  isReady(): Promise<boolean>;
  isDraining(): boolean;
  /** Whether the event loop was blocked and requests should be refused. */
  isBehind(): boolean;
  opened(): void;
  leaving(): void;
}

/** `ask` rejects while the backend is unavailable; `isBehind` returns whether the event loop is blocked. */
export function readiness(ask: () => Promise<unknown>, isBehind = (): boolean => false): Readiness {
  let state: "starting" | "open" | "draining" = "starting";
  return {
    isReady: async () => {
      if (state !== "open" || isBehind()) return false;
      return ask().then(
        () => true,
        () => false,
      );
    },
    isDraining: () => state === "draining",
    isBehind,
    opened: () => {
      if (state === "starting") state = "open";
    },
    leaving: () => {
      state = "draining";
    },
  };
}

/** Health checks return only up or down, since they are public. */
export function healthRoutes(ready: Pick<Readiness, "isReady">): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/health/live", (c) => c.json({ status: "up" }))
    .get("/health/ready", async (c) =>
      (await ready.isReady()) ? c.json({ status: "up" }) : c.json({ status: "down" }, 503),
    );
}
