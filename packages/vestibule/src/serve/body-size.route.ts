import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { EntranceEnv } from "./visit-facts.ts";

/** No form and no call is longer; the gateway has its own, smaller limit. */
const largestBody = 16 * 1024;

export const apiBody: MiddlewareHandler<EntranceEnv> = bodyLimit({ maxSize: largestBody, onError: tooLarge });
export const pageBody: MiddlewareHandler<EntranceEnv> = bodyLimit({
  maxSize: largestBody,
  onError: (c) => c.body(null, 413),
});

/** Both generations of the API read their own field of it. */
function tooLarge(c: Context): Response {
  return c.json({ error: "INVALID_REQUEST", errorCode: 1000, message: "the body is larger than 16 KiB" }, 413);
}
