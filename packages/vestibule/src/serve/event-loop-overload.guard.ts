import type { MiddlewareHandler } from "hono";
import { failureResponse } from "./failure-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** Turns requests away while the server is held up: those who waited get an answer, and it can catch up. */
export function eventLoopOverloadGuard(isBehind: () => boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isBehind()) return next();
    const asked = { path: c.req.path, brand: c.var.hostBrand, request: c.req.raw };
    return failureResponse(asked, { status: 503, message: "the service is held up" });
  };
}
