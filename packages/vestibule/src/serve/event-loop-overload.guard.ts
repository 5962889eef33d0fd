import type { MiddlewareHandler } from "hono";
import { failureResponse } from "./failure-response.message.ts";
import type { AppEnv } from "./request-facts.ts";

/** Refuses requests while the event loop is blocked: waiting clients get a response, and the server can catch up. */
export function eventLoopOverloadGuard(isBehind: () => boolean): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isBehind()) return next();
    const asked = { path: c.req.path, brand: c.var.hostBrand, request: c.req.raw };
    return failureResponse(asked, { status: 503, message: "the service is held up" });
  };
}
