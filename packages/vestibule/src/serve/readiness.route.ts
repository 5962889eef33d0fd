import { Hono } from "hono";
import type { AppEnv } from "./request-facts.ts";

/** Whether this server should receive requests, which it should not during startup and shutdown. */
export type Readiness = ReturnType<typeof readiness>;

/** `checkConnection` rejects while the backend is unavailable; `isBehind` returns whether the event loop is blocked. */
export function readiness(checkConnection: () => Promise<unknown>, isBehind = (): boolean => false) {
  let state: "starting" | "ready" | "draining" = "starting";
  return {
    isReady: async (): Promise<boolean> => {
      if (state !== "ready" || isBehind()) return false;
      return checkConnection().then(
        () => true,
        () => false,
      );
    },
    isDraining: () => state === "draining",
    isBehind,
    /** Ends the startup, unless a shutdown has begun. */
    markReady: () => {
      if (state === "starting") state = "ready";
    },
    startDraining: () => {
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
