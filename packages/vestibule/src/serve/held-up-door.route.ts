import { errorPage } from "@vestibule/wording/error-page.ts";
import type { MiddlewareHandler } from "hono";
import { bareAnswers } from "./bare-page.message.ts";
import { comeAgain } from "./room.ts";
import type { EntranceEnv } from "./visit-facts.ts";

const laterAt = bareAnswers(errorPage);

/** Turns requests away while the server is held up: those who waited get an answer, and it can catch up. */
export function heldUpDoor(isBehind: () => boolean): MiddlewareHandler<EntranceEnv> {
  return async (c, next) => {
    if (!isBehind()) return next();
    if (/^\/(api|internal)\//.test(c.req.path)) return comeAgain("the service is held up");
    const later = laterAt(c.var.hostBrand);
    return c.body(later.body, 503, { ...later.headers, "retry-after": "5" });
  };
}
