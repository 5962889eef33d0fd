import type { MiddlewareHandler } from "hono";
import { overloadAnswer } from "./overload-answer.message.ts";
import type { EntranceEnv } from "./visit-facts.ts";

/** Turns requests away while the server is held up: those who waited get an answer, and it can catch up. */
export function heldUpDoor(isBehind: () => boolean): MiddlewareHandler<EntranceEnv> {
  return async (c, next) => (isBehind() ? overloadAnswer(c, "the service is held up") : next());
}
