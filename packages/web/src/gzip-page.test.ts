import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { gzipPage } from "./gzip-page.ts";

const gzipRequest = new Request("https://portal.example/", { headers: { "accept-encoding": "br, gzip" } });
const htmlHeaders = { "content-type": "text/html; charset=utf-8", vary: "Cookie" };
const htmlResponse = (body: string) => new Response(body, { status: 400, headers: htmlHeaders });

it("sends a page with and without styles as a gzip file with the same content", async () => {
  const words = fc.array(fc.constantFrom("é", "’", "a".repeat(300), ".stack{gap:1rem}", "<p>", "</p>"), {
    maxLength: 200,
  });
  const styles = fc.option(
    words.map((css) => `<style nonce="n">${css.join("")}</style>`),
    { nil: "" },
  );
  await fc.assert(
    fc.asyncProperty(words, styles, words, async (head, style, rest) => {
      const page = `${head.join("")}${style}${rest.join("")}`;
      const response = await gzipPage(gzipRequest, htmlResponse(page));
      const { status, headers } = response;
      expect([status, headers.get("content-encoding"), headers.get("vary")]).toEqual([
        400,
        "gzip",
        "Cookie, Accept-Encoding",
      ]);
      expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(page);
    }),
    { numRuns: 50 },
  );
});

it("leaves a response as it is that is no page, has no body, or goes to a browser that refuses gzip", async () => {
  const data = Response.json({});
  const empty = new Response(null, { headers: htmlHeaders });
  const page = htmlResponse("<p>");
  const refusing = new Request(gzipRequest.url, { headers: { "accept-encoding": "gzip;q=0" } });
  expect(await gzipPage(gzipRequest, data)).toBe(data);
  expect(await gzipPage(gzipRequest, empty)).toBe(empty);
  expect(await gzipPage(refusing, page)).toBe(page);
});
