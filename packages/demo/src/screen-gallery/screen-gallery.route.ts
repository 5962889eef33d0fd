import { readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import { etag } from "hono/etag";
import type { DemoDeps } from "../demo-deps.ts";
import { readRequestContext } from "../request-context.rule.ts";
import { parseFilter } from "./filter.rule.ts";
import { listPictures } from "./picture-list.rule.ts";
import { screenGalleryPage } from "./screen-gallery.screen.ts";

/**
 * GET /demo/screens, and /demo/gallery.json as JSON: every screen, roadblock and message side by side, in the
 * combinations that the query selects.
 */
export function screenGalleryRoutes({ brands, preview }: Pick<DemoDeps, "brands" | "preview">): Hono {
  const file = (name: string) => readFile(path.join(import.meta.dirname, name), "utf8");
  return new Hono()
    .get("/demo/screens", (c) => {
      const context = readRequestContext(c.req.raw, brands);
      const query = new URL(c.req.url).searchParams;
      return c.html(
        screenGalleryPage({ filter: parseFilter(query, brands, context), query, brands, preview }, context),
      );
    })
    .get("/demo/gallery.json", (c) => {
      const context = readRequestContext(c.req.raw, brands);
      return c.json(listPictures(parseFilter(new URL(c.req.url).searchParams, brands, context), context));
    })
    .get("/demo/preview.json", (c) =>
      preview ? c.json({ version: preview.version() }, 200, { "cache-control": "no-store" }) : c.body(null, 404),
    )
    .use("/demo/gallery.*", etag())
    .get("/demo/gallery.css", async (c) => {
      const sheets = await Promise.all(["filter.css", "screen-gallery.css"].map(file));
      return c.body(sheets.join("\n"), 200, { "content-type": "text/css; charset=utf-8" });
    })
    .get("/demo/gallery.js", async (c) =>
      c.body(await file("screen-gallery.js"), 200, { "content-type": "text/javascript; charset=utf-8" }),
    );
}
