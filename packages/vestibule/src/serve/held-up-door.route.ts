import type { MiddlewareHandler } from "hono";
import { failureAnswer } from "./failure-answer.message.ts";
import type { EntranceEnv } from "./visit-facts.ts";

/** Turns requests away while the server is held up: those who waited get an answer, and it can catch up. */
export function heldUpDoor(isBehind: () => boolean): MiddlewareHandler<EntranceEnv> {
  return async (c, next) => {
    if (!isBehind()) return next();
    const asked = { path: c.req.path, brand: c.var.hostBrand, request: c.req.raw };
    return failureAnswer(asked, { status: 503, message: "the service is held up" });
  };
}
