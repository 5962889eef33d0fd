import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import type { MiddlewareHandler } from "hono";
import { failureResponse } from "./fallback-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

interface WatchSettings {
  /** Delay in milliseconds from which the loop counts as blocked. */
  blockedFromMillis?: number;
  /** Interval of the check, and how long one delay counts. Less than `blockedFromMillis`. */
  intervalMillis?: number;
  /** Called once at the beginning of each blocked period. */
  onBehind?: (delayMillis: number) => void;
}

/**
 * Watches for a blocked event loop by measuring the time between two of its turns. Node's `monitorEventLoopDelay`
 * is not used because a reset of the histogram loses a delay in progress.
 */
export function watchEventLoop({
  blockedFromMillis = 2000,
  intervalMillis = 500,
  onBehind = () => {},
}: WatchSettings = {}) {
  let behind = false;
  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    const delayMillis = Math.round(now - checkedAt);
    const wasBehind = behind;
    checkedAt = now;
    behind = delayMillis >= blockedFromMillis;
    if (behind && !wasBehind) onBehind(delayMillis);
  };
  const timer = setInterval(check, intervalMillis).unref();
  return { isBehind: () => behind, stop: () => clearInterval(timer) };
}

/**
 * Rejects requests after a block of the event loop, so that waiting clients get a response and the server can recover.
 */
export function eventLoopOverloadGuard(
  isBehind: () => boolean,
  metrics: Pick<ServerMetrics, "countRefused">,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isBehind()) return next();
    metrics.countRefused("eventLoop");
    return failureResponse(c.req.raw, c.var.hostBrand, { status: 503, message: "the service is held up" });
  };
}
