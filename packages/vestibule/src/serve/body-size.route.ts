import { gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { EntranceEnv } from "./visit-facts.ts";

const kibibyte = 1024;

/** Bodies beyond any real form are refused before they are read whole. */
export const gatewayBody: MiddlewareHandler<EntranceEnv> = bodyLimit({
  maxSize: 8 * kibibyte,
  onError: (c) => {
    const { operation, code } = gatewayOutcomes.refused;
    return c.redirect(`/webseal.do?TAM_OP=${operation}&ERROR_CODE=${code}&URL=%2Fpkmslogin.form`, 302);
  },
});

export const apiBody: MiddlewareHandler<EntranceEnv> = bodyLimit({ maxSize: 16 * kibibyte, onError: tooLarge });
export const pageBody: MiddlewareHandler<EntranceEnv> = bodyLimit({
  maxSize: 16 * kibibyte,
  onError: (c) => c.body(null, 413),
});

/** Both generations of the API read their own field of it. */
function tooLarge(c: Context): Response {
  return c.json({ error: "INVALID_REQUEST", errorCode: 1000, message: "the body is larger than 16 KiB" }, 413);
}
