import { Hono } from "hono";
import type { DemoDeps } from "../demo-deps.ts";
import { readDemoContext } from "../request-context.rule.ts";
import { parseFilter } from "./filter.rule.ts";
import { listPictures } from "./picture-list.rule.ts";
import { screenGalleryPage } from "./screen-gallery.screen.ts";

/**
 * GET /demo/screens, and /demo/gallery.json as JSON: every screen, roadblock and message side by side, in the
 * combinations that the query selects.
 */
export function screenGalleryRoutes({ brands, preview }: Pick<DemoDeps, "brands" | "preview">): Hono {
  return new Hono()
    .get("/demo/screens", (c) => {
      const context = readDemoContext(c.req.raw, brands);
      const query = new URL(c.req.url).searchParams;
      return c.html(
        screenGalleryPage({ filter: parseFilter(query, brands, context), query, brands, preview }, context),
      );
    })
    .get("/demo/gallery.json", (c) => {
      const context = readDemoContext(c.req.raw, brands);
      return c.json(listPictures(parseFilter(new URL(c.req.url).searchParams, brands, context), context));
    })
    .get("/demo/preview.json", (c) =>
      preview ? c.json({ version: preview.version() }, 200, { "cache-control": "no-store" }) : c.body(null, 404),
    );
}
