import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fonts } from "@vestibule/catalogue/font.table.ts";
import { expect, it } from "vitest";
import { loadFonts } from "./load-fonts.server.ts";

const nonce = "n";

it.each(Object.values(fonts))("names $url by the start of its hash, since it is cached for good", async ({ url }) => {
  const file = await readFile(new URL(`../../public${url}`, import.meta.url));
  expect(url).toContain(`-${createHash("sha256").update(file).digest("hex").slice(0, 8)}.`);
});

it("preloads the fonts of the brand without scripts, and by a script otherwise", () => {
  const html = loadFonts("<head><title>t</title></head>", { tokensCss: '--font-text: "Figtree", sans-serif', nonce });
  expect(html).toMatch(
    /<\/title><noscript><link rel="preload" as="font" [^>]*figtree[^>]*><\/noscript><script nonce="n">/,
  );
  expect(html).not.toContain("source-serif");
});

it("leaves the page of a brand with system fonts as it is", () => {
  expect(loadFonts("<head></head>", { tokensCss: "--font-text: sans-serif", nonce })).toBe("<head></head>");
});
