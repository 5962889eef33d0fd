import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { expect, test } from "vitest";
import { appBrands, mirror, openApp } from "./test/open-app.ts";

test("an asset is cached immutably, served compressed with few headers, and an unknown one is an empty 404", async () => {
  const clientFolder = await mkdtemp(join(tmpdir(), "vestibule-client-"));
  await mkdir(join(clientFolder, "assets"));
  await writeFile(join(clientFolder, "assets", "page-1a2b.js"), "plain");
  await writeFile(join(clientFolder, "assets", "page-1a2b.js.br"), "twin");
  await writeFile(join(clientFolder, "favicon.svg"), "<svg/>");
  const request = openApp({ web: { handler: mirror.fetch, clientFolder } });
  const asset = await request("/assets/page-1a2b.js", { headers: { "accept-encoding": "br" } });
  expect([asset.headers.get("content-encoding"), await asset.text()]).toEqual(["br", "twin"]);
  expect(Object.fromEntries(asset.headers)).toEqual({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "content-length": "4",
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "same-origin",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
  });
  expect(await (await request("/favicon.svg")).text()).toBe("<svg/>");
  const gone = await request("/assets/gone.js");
  expect([gone.status, await gone.text(), gone.headers.get("cache-control")]).toEqual([404, "", "no-store"]);
  expect(gone.headers.has("content-security-policy")).toBe(true);
  expect((await request("/assets/..%2f..%2fetc/passwd")).status).toBe(404);
  await rm(clientFolder, { recursive: true });
});

test("a brand's files are served with their type, and no other file of its folder", async () => {
  const [brand] = appBrands.brands as [Brand];
  const css = await openApp()(`/brand/${brand.id}/tokens.css`);
  expect([css.headers.get("content-type"), await css.text()]).toEqual(["text/css; charset=utf-8", brand.tokensCss]);
  const svg = await openApp()(`/brand/${brand.id}/wordmark.svg`);
  expect(svg.headers.get("content-security-policy")).toContain("sandbox");
  for (const path of [`/brand/${brand.id}/brand.json`, "/brand/unknown/tokens.css", `/brand/${brand.id}/constructor`]) {
    expect((await openApp()(path)).status).toBe(404);
  }
});

test("a brand's unchanged file is answered with 304", async () => {
  const [brand] = appBrands.brands as [Brand];
  const first = await openApp()(`/brand/${brand.id}/tokens.css`);
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await openApp()(`/brand/${brand.id}/tokens.css`, { headers })).status).toBe(304);
});

test("HTML is compressed for a client that accepts it, and sent as it is to one that refuses it", async () => {
  const page = await readFile(import.meta.filename, "utf8");
  const handler = async () => new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  const request = openApp({ web: { handler, clientFolder: "/nowhere" } });
  const compressed = await request("/", { headers: { "accept-encoding": "br, gzip" } });
  expect([compressed.headers.get("content-encoding"), compressed.headers.get("vary")]).toEqual([
    "gzip",
    "Accept-Encoding",
  ]);
  const body = await compressed.arrayBuffer();
  expect(body.byteLength).toBeLessThan(page.length / 2);
  expect(gunzipSync(body).toString()).toBe(page);
  const plain = await request("/", { headers: { "accept-encoding": "gzip;q=0, br" } });
  expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, page]);
});
