import { existsSync, readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type MiddlewareHandler } from "hono";
import type { AppEnv } from "./request-facts.ts";

/**
 * Static files of the portal's build: those under /assets have a content hash in their name and never change; the few
 * beside them (such as icons) may. `.br` and `.gz` variants are negotiated.
 */
export function assetRoutes(clientFolder: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  if (!existsSync(clientFolder)) return routes;
  const files = serveStatic<AppEnv>({ root: clientFolder, precompressed: true });
  routes.get("/assets/*", kept("public, max-age=31536000, immutable"), files);
  routes.all("/assets/*", (c) => c.body(null, 404));
  const beside = readdirSync(clientFolder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of beside) {
    if (/\.(br|gz|html)$/.test(name)) continue;
    routes.get(`/${name}`, kept("public, max-age=3600"), files);
  }
  return routes;
}

/** Sets the cache lifetime of a file that was found. */
function kept(cacheControl: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.header("cache-control", cacheControl);
  };
}
