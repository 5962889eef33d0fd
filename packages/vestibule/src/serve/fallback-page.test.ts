import { createHash } from "node:crypto";
import { busyResponse } from "@vestibule/api/gateway/busy-page.message.ts";
import { signOutPage } from "@vestibule/api/gateway/sign-out-page.message.ts";
import { fontFamilies } from "@vestibule/catalogue/font.table.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import {
  errorPage,
  foreignFormPage,
  largeHeadersPage,
  linkWaitPage,
  longFormPage,
} from "@vestibule/wording/error-page.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { failureResponse, fallbackResponse } from "./fallback-response.message.ts";

const { brands, byId } = await testBrands();
const language = "en";
const pages = brands.flatMap((brand) => [
  { of: `${brand.id} busy`, brand, ...busyResponse(brand, language) },
  { of: `${brand.id} sign-out`, brand, ...signOutPage({ brand, language, portal: "" }) },
  ...Object.entries({ errorPage, foreignFormPage, longFormPage, largeHeadersPage, linkWaitPage }).map(
    ([name, page]) => ({
      of: `${brand.id} ${name}`,
      brand,
      ...fallbackResponse(page, { brand, language }),
    }),
  ),
]);

test.each(pages)("$of has the wordmark, colours and font of its brand", ({ brand, body }) => {
  expect(body).toContain(brand.wordmarkSvg);
  for (const token of ["--surface", "--action", "--font-text"]) {
    const [declaration = ""] = new RegExp(`${token}:\\s*[^;]+;`).exec(brand.tokensCss) ?? [];
    expect(body).toContain(declaration.replaceAll(/\s+/g, " "));
  }
});

test.each(pages)(
  "$of loads only its brand's optional fonts and allows its own style alone",
  ({ brand, body, headers }) => {
    expect(body).not.toMatch(/<(script|img|link|iframe)|\ssrc=|@import|\sstyle=/);
    const loaded = [
      ...body.matchAll(
        /@font-face\{font-family:"([^"]+)";src:url\("\/assets\/[\w-]+\.woff2"\)[^}]*font-display:optional\}/g,
      ),
    ];
    expect(loaded.map(([, family]) => family)).toEqual(
      fontFamilies.filter((family) => brand.tokensCss.includes(family)),
    );
    expect(body.split("url(")).toHaveLength(loaded.length + 1);
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css ?? "");
    expect(styles).toHaveLength(1);
    const hash = createHash("sha256").update(styles.join("")).digest("base64");
    expect(headers["content-security-policy"]).toMatch(
      `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self';`,
    );
  },
);

test.each(pages)("$of starts with the request's language and has both", ({ body }) => {
  expect(body).toContain('<html lang="en-CA">');
  expect([...body.matchAll(/<section lang="(\w\w)-CA"><h(\d)/g)].map(([, ...found]) => found)).toEqual([
    ["en", "1"],
    ["fr", "2"],
  ]);
});

test.each([
  ["fr", "https://x.example/?language=fr", { cookie: "language=en", "accept-language": "en" }],
  ["en", "https://x.example/", { cookie: "province=qc; language=en", "accept-language": "fr" }],
  ["en", "https://x.example/", { "accept-language": "de, en-CA;q=0.8, fr;q=0.5" }],
  ["fr", "https://x.example/", { "accept-language": "fr-CA, en;q=0.8" }],
  ["fr", "https://x.example/", { "accept-language": "de" }],
  ["fr", "https://x.example/?language=xx", { cookie: "language=yy" }],
] as const)("prefers %s for %s with %j", (expected, url, headers) => {
  expect(preferredLanguage({ url, headers: new Headers(headers) }, byId("belair"))).toBe(expected);
});

test("prefers English for a brand without French", () => {
  expect(preferredLanguage({ url: "https://x.example/?language=fr", headers: new Headers() }, byId("servus"))).toBe(
    "en",
  );
});

test("returns a failure page in the language of the request", async () => {
  const brand = brands[0];
  if (brand === undefined) throw new Error("no brand");
  const request = new Request("https://x.example/", { headers: { "accept-language": "en-CA" } });
  const response = failureResponse(request, brand, { status: 503, message: "busy" });
  expect(await response.text()).toContain('<html lang="en-CA">');
});
