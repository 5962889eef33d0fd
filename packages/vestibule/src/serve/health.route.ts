import { Hono } from "hono";
import type { Readiness } from "./readiness.ts";
import type { AppEnv } from "./request-facts.ts";

/** For the machines that watch: up or down, and not a word more to a stranger. */
export function healthRoutes(ready: Pick<Readiness, "isReady">): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/health/live", (c) => c.json({ status: "up" }))
    .get("/health/ready", async (c) =>
      (await ready.isReady()) ? c.json({ status: "up" }) : c.json({ status: "down" }, 503),
    );
}
