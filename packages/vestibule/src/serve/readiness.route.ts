import { Hono } from "hono";
import type { AppEnv } from "./request-facts.ts";

/** Whether this server should receive requests, which it should not during startup and shutdown. */
export type Readiness = ReturnType<typeof readiness>;

/** `checkConnection` rejects while the backend is unavailable; `isBehind` returns whether the event loop is blocked. */
export function readiness(checkConnection: () => Promise<unknown>, isBehind = (): boolean => false) {
  let state: "starting" | "ready" | "draining" = "starting";
  const isAccepting = () => state === "ready" && !isBehind();
  return {
    isReady: async (): Promise<boolean> => {
      if (!isAccepting()) return false;
      return checkConnection().then(
        () => true,
        () => false,
      );
    },
    isAccepting,
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

/**
 * Health checks return only up or down, since they are public. While the database is unavailable, all servers are
 * accepting and none is ready: people then get the page that says so, which a load balancer without servers cannot show.
 */
export function healthRoutes(ready: Pick<Readiness, "isReady" | "isAccepting">): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/health/live", (c) => c.json({ status: "up" }))
    .get("/health/accepting", (c) => (ready.isAccepting() ? c.json({ status: "up" }) : c.json({ status: "down" }, 503)))
    .get("/health/ready", async (c) =>
      (await ready.isReady()) ? c.json({ status: "up" }) : c.json({ status: "down" }, 503),
    );
}
