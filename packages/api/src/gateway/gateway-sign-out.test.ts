import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { gatewayLocation } from "./gateway-result.rule.ts";
import { createGatewayTestApi, homeOrigin, leadsTo, password } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());

async function signedIn() {
  const browser = testApi.open();
  await browser.signIn((await testApi.createAccount()).email, password);
  return browser;
}
type Browser = Awaited<ReturnType<typeof signedIn>>;
const isSignedIn = async (browser: Browser) => (await browser.get("/account")).status === 200;
const get = (browser: Browser, headers: Record<string, string>) => browser.send("GET", "/pkmslogout", { headers });
const loggedOut = gatewayLocation("loggedOut");

describe("A-143 a GET of /pkmslogout", () => {
  test.each([
    ["from a page of the same origin", { "sec-fetch-site": "same-origin" }],
    ["from the portal on another host", { "sec-fetch-site": "same-site", referer: `${homeOrigin}/` }],
    ["from the same site by a browser without Sec-Fetch-Site", { referer: `${homeOrigin}/account` }],
  ])("%s signs out", async (_from, headers) => {
    const browser = await signedIn();
    expect(leadsTo(await get(browser, headers))).toBe(loggedOut);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test.each<[string, Record<string, string>]>([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from a sibling host", { "sec-fetch-site": "same-site", referer: "http://sibling.localhost:3000/" }],
    ["from a sibling host that names no page", { "sec-fetch-site": "same-site" }],
    [
      "from another site by way of a page of the same site",
      { "sec-fetch-site": "cross-site", referer: `${homeOrigin}/account` },
    ],
    ["from a mail or the address bar", { "sec-fetch-site": "none" }],
    ["from a page that is not named", {}],
    ["from another page by a browser without Sec-Fetch-Site", { referer: "https://evil.example/" }],
  ])("%s asks for confirmation, in both languages and without a script", async (_from, headers) => {
    const browser = await signedIn();
    const response = await get(browser, headers);
    const page = await response.text();
    expect([response.status, response.headers.getSetCookie(), response.headers.get("cache-control")]).toEqual([
      200,
      [],
      "no-store",
    ]);
    expect(response.headers.get("content-security-policy")).toMatch(/form-action 'self';.* frame-ancestors 'none'/);
    expect(page).toMatch(/<section lang="fr-CA">.*Fermer la session.*<section lang="en-CA">.*Log out/s);
    expect(page).not.toContain("<script");
    expect(await isSignedIn(browser)).toBe(true);

    const [form = ""] = /<form method="post">/.exec(page) ?? [];
    expect(form).not.toBe("");
    const left = await browser.post("/pkmslogout", {}, { origin: homeOrigin, "sec-fetch-site": "same-origin" });
    expect(leadsTo(left)).toBe(loggedOut);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("without a session does not ask for confirmation", async () => {
    const response = await get(testApi.open(), { "sec-fetch-site": "cross-site" });
    expect([leadsTo(response), response.headers.getSetCookie()]).toEqual([loggedOut, []]);
  });
});

test.each<[string, Record<string, string>]>([
  ["another origin", { origin: "https://evil.example" }],
  ["a page without an origin", { origin: "null" }],
  ["another site", { "sec-fetch-site": "cross-site" }],
])("A-143 refuses a POST to /pkmslogout from %s and keeps the session", async (_from, headers) => {
  const browser = await signedIn();
  const response = await browser.post("/pkmslogout", {}, headers);
  expect([leadsTo(response), response.headers.getSetCookie()]).toEqual([gatewayLocation("refused", "/pkmslogout"), []]);
  expect(await isSignedIn(browser)).toBe(true);
});
