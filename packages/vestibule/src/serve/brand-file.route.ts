import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import { etag } from "hono/etag";
import type { AppEnv } from "./request-facts.ts";

const files: Record<string, { type: string; content: (brand: Brand) => string | undefined }> = {
  "tokens.css": { type: "text/css; charset=utf-8", content: (brand) => brand.tokensCss },
  "wordmark.svg": { type: "image/svg+xml", content: (brand) => brand.wordmarkSvg },
  "panel.svg": { type: "image/svg+xml", content: (brand) => brand.panelSvg },
  "band.svg": { type: "image/svg+xml", content: (brand) => brand.bandSvg },
  "promo.svg": { type: "image/svg+xml", content: (brand) => brand.promoSvg },
};

/** Stylesheet and drawings of each brand: cached for minutes, since a brand folder may change without a build. */
export function brandFileRoutes(brands: BrandBook, use: "cached" | "fresh" = "cached"): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/brand/:id/:file", etag(), (c) => {
    const { id, file } = c.req.param();
    const row = Object.hasOwn(files, file) ? files[file] : undefined;
    const brand = brands.byId(id);
    const content = brand && row?.content(brand);
    if (row === undefined || content === undefined) return c.body(null, 404);
    c.header("content-type", row.type);
    c.header("cache-control", use === "fresh" ? "no-store" : "public, max-age=300, stale-while-revalidate=86400");
    // An SVG opened by itself is a document, so it is sandboxed.
    c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    return c.body(content);
  });
}
