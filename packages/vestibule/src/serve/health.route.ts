import { Hono } from "hono";
import type { Readiness } from "./readiness.ts";
import type { AppEnv } from "./request-facts.ts";

/** Health checks return only up or down, since they are public. */
export function healthRoutes(ready: Pick<Readiness, "isReady">): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/health/live", (c) => c.json({ status: "up" }))
    .get("/health/ready", async (c) =>
      (await ready.isReady()) ? c.json({ status: "up" }) : c.json({ status: "down" }, 503),
    );
}
