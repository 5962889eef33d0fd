import { readFile } from "node:fs/promises";
import path from "node:path";
import { fontFamilies } from "@vestibule/catalogue/font.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { fontFaces } from "@vestibule/contract/brand/brand-fonts.rule.ts";
import { schemes } from "@vestibule/contract/brand/token.table.ts";
import { readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import { Hono } from "hono";
import { etag } from "hono/etag";

/** Stylesheets and scripts below /demo, each with its files, in cascade order. */
const assets = {
  "guide.css": ["guide/page.css", "guide/controls.css", "guide/people.css", "guide/outbox.css"],
  "guide.chat.css": ["guide/chat.css"],
  "application.css": ["application/application.css"],
  "guide.js": ["guide/guide.js"],
  "gallery.css": ["screen-gallery/filter.css", "screen-gallery/screen-gallery.css"],
  "gallery.js": ["screen-gallery/screen-gallery.js"],
};
const css = { "content-type": "text/css; charset=utf-8" };
const javascript = { "content-type": "text/javascript; charset=utf-8" };

/** Stylesheets and scripts of the guide and the gallery, and the classes of brand colours. */
export function demoAssetRoutes(brands: BrandBook): Hono {
  const routes = new Hono();
  for (const [name, files] of Object.entries(assets))
    routes.get(`/demo/${name}`, etag(), async (c) => {
      const texts = files.map((file) => readFile(path.join(import.meta.dirname, file), "utf8"));
      const body = (await Promise.all(texts)).join("\n");
      if (!name.endsWith(".css")) return c.body(body, 200, javascript);
      return c.body(`${fontFaces(fontFamilies, "swap")}\n${body}`, 200, css);
    });
  return routes.get("/demo/brands.css", (c) => c.body(brandColoursCss(brands.brands), 200, css));
}

/** A class of colours for each brand, since a page loads the tokens of only one brand. */
function brandColoursCss(brands: readonly Brand[]): string {
  const [light, dark] = schemes.map((scheme) =>
    brands.map(({ id, tokensCss }) => {
      const values = readTokens(tokensCss).values[scheme];
      const colours = ["action", "on-action", "accent"].map((name) => `--own-${name}: ${values.get(`--${name}`)};`);
      return `.of-${id} { ${colours.join(" ")} }\n`;
    }),
  );
  return `${light?.join("")}@media (prefers-color-scheme: dark) {\n${dark?.join("")}}\n`;
}
