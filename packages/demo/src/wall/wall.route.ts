import { readFile } from "node:fs/promises";
import path from "node:path";
import { Hono } from "hono";
import { etag } from "hono/etag";
import type { DemoDeps } from "../demo-parts.ts";
import { demoVisit } from "../demo-visit.rule.ts";
import { wallPage } from "./wall.screen.ts";
import { wallList } from "./wall-list.rule.ts";
import { readWall } from "./wall-query.rule.ts";

/**
 * GET /demo/screens, and /demo/wall.json as JSON: every screen, roadblock and message side by side, in the combinations
 * that the query selects.
 */
export function wallRoutes({ brands, preview }: Pick<DemoDeps, "brands" | "preview">): Hono {
  const file = (name: string) => readFile(path.join(import.meta.dirname, name), "utf8");
  return new Hono()
    .get("/demo/screens", (c) => {
      const visit = demoVisit(c.req.raw, brands);
      const asked = new URL(c.req.url).searchParams;
      return c.html(wallPage({ choice: readWall(asked, brands, visit), asked, brands, preview }, visit));
    })
    .get("/demo/wall.json", (c) => {
      const visit = demoVisit(c.req.raw, brands);
      return c.json(wallList(readWall(new URL(c.req.url).searchParams, brands, visit), visit));
    })
    .get("/demo/preview.json", (c) =>
      preview ? c.json({ version: preview.version() }, 200, { "cache-control": "no-store" }) : c.body(null, 404),
    )
    .use("/demo/wall.*", etag())
    .get("/demo/wall.css", async (c) => {
      const sheets = await Promise.all(["wall-filter.css", "wall.css"].map(file));
      return c.body(sheets.join("\n"), 200, { "content-type": "text/css; charset=utf-8" });
    })
    .get("/demo/wall.js", async (c) =>
      c.body(await file("wall.js"), 200, { "content-type": "text/javascript; charset=utf-8" }),
    );
}
