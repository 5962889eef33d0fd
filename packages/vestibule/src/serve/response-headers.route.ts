import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { MiddlewareHandler } from "hono";
import type { AppEnv, RequestFacts } from "./request-facts.ts";
import { securityHeaders } from "./security-headers.rule.ts";

/** Sets security headers on every response, and no-store unless the handler sets its own cache-control. */
export function responseHeaders(deps: {
  brands: BrandBook;
  build: "built" | "development";
  isDraining(): boolean;
}): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    // A request that was refused early has no context yet.
    const facts = c.var as Partial<RequestFacts>;
    const { hostBrand = deps.brands.defaultBrand, origin = "", nonce = "", framedBy } = facts;
    const page = { brand: hostBrand, origin, nonce, framedBy, build: deps.build };
    const given = new Set(c.res.headers.keys());
    for (const [name, value] of Object.entries(securityHeaders(page))) {
      if (!given.has(name)) c.header(name, value);
    }
    if (!given.has("cache-control")) c.header("cache-control", "no-store");
    // Makes a proxy with keep-alive connections release a server that shuts down.
    if (deps.isDraining()) c.header("connection", "close");
  };
}
