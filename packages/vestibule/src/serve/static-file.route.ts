import { existsSync, readdirSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { AppEnv } from "./request-facts.ts";

const files: Record<string, { type: string; content: (brand: Brand) => string | undefined }> = {
  "tokens.css": { type: "text/css; charset=utf-8", content: (brand) => brand.tokensCss },
  "wordmark.svg": { type: "image/svg+xml", content: (brand) => brand.wordmarkSvg },
  "panel.svg": { type: "image/svg+xml", content: (brand) => brand.panelSvg },
  "promo.svg": { type: "image/svg+xml", content: (brand) => brand.promoSvg },
};

/** Cached for minutes, since a brand may change without a build. */
export function brandFileRoutes(brands: BrandBook, caching: "cached" | "uncached" = "cached"): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/brand/:id/:file", etag(), (c) => {
    const { id, file } = c.req.param();
    const served = Object.hasOwn(files, file) ? files[file] : undefined;
    const brand = brands.byId(id);
    const content = brand && served?.content(brand);
    if (served === undefined || content === undefined) return c.body(null, 404);
    c.header("content-type", served.type);
    c.header(
      "cache-control",
      caching === "uncached" ? "no-store" : "public, max-age=300, stale-while-revalidate=86400",
    );
    // An SVG opened by itself is a document, so it is sandboxed.
    c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    return c.body(content);
  });
}

/**
 * Serves the static files of the build. Those under /assets have a content hash in their name and never change; those
 * at the top level, such as icons, may. Compressed variants (`.br`, `.gz`) are negotiated.
 */
export function assetRoutes(clientFolder: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  if (!existsSync(clientFolder)) return routes;
  const files = serveStatic<AppEnv>({ root: clientFolder, precompressed: true });
  routes.get("/assets/*", cacheFor("public, max-age=31536000, immutable"), files);
  routes.all("/assets/*", (c) => c.body(null, 404));
  const topLevelFiles = readdirSync(clientFolder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of topLevelFiles) {
    if (/\.(br|gz|html)$/.test(name)) continue;
    routes.get(`/${name}`, cacheFor("public, max-age=3600"), files);
  }
  return routes;
}

/** Sets `cache-control` of a file that was found. */
function cacheFor(cacheControl: string): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.header("cache-control", cacheControl);
  };
}
