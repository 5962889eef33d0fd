import { randomUUID } from "node:crypto";
import { closeForMaintenance } from "@vestibule/api/flows/maintenance/maintenance.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { beforeEach, expect, it } from "vitest";
import { openTestApi } from "../../../test/open-test-api.ts";
import { languagesOf } from "../app/request/preferences.ts";
import { wholePortal } from "../test/portal-browser.ts";

let portal: Awaited<ReturnType<typeof wholePortal>>;
let now: Date;
/** Calls for the opening hours: one for each rendered page. */
let rendered = 0;
let hoursStatus = 200;

const testApi = await openTestApi();

beforeEach(async () => {
  [now, rendered, hoursStatus] = [new Date("2026-11-24T15:00:00Z"), 0, 200];
  portal = await openPortal();
});

const openPortal = (more: Parameters<typeof wholePortal>[1] = {}) =>
  wholePortal(testApi, {
    clock: { now: () => now },
    api: {
      fetch: (request) => {
        if (new URL(request.url).pathname !== helpEndpoints.hours.path) return testApi.apis[0].fetch(request);
        rendered += 1;
        return hoursStatus === 200 ? testApi.apis[0].fetch(request) : new Response(null, { status: hoursStatus });
      },
    },
    ...more,
  });

interface Asked {
  path?: string;
  brand?: string;
  headers?: Record<string, string>;
}

async function open({ path = "/", brand = "belair", headers = {} }: Asked = {}) {
  const origin = `http://${brand}.localhost:3000`;
  const nonce = randomUUID();
  const response = await portal(new Request(`${origin}${path}`, { headers }), {
    nonce,
    origin,
    clientIp: "203.0.113.7",
  });
  const html = await response.text();
  return { status: response.status, headers: response.headers, nonce, html: html.replaceAll(nonce, "NONCE") };
}

/** A page that is rendered for its own request, because of a cookie that the portal does not know. */
const openAlone = ({ headers = {}, ...asked }: Asked) =>
  open({ ...asked, headers: { ...headers, cookie: `${headers.cookie ?? ""}; other=1` } });

it("equals the page that is rendered for the request, for each brand, province and language", async () => {
  for (const brand of testApi.deps.brands.brands) {
    for (const province of Object.keys(brand.provinces) as (keyof typeof brand.provinces)[]) {
      for (const language of languagesOf(brand, province)) {
        const asked = { brand: brand.id, headers: { cookie: `province=${province}; language=${language}` } };
        await open(asked);
        const before = rendered;
        const shared = await open(asked);
        expect(rendered).toBe(before);
        const alone = await openAlone(asked);
        expect(rendered).toBe(before + 1);
        expect(shared.html).toBe(alone.html);
        expect(shared.html.match(/NONCE/g)?.length).toBeGreaterThan(2);
        expect(Object.fromEntries(shared.headers)).toEqual(Object.fromEntries(alone.headers));
      }
    }
  }
});

it.each([
  ["a query", { path: "/?utm_source=mail" }],
  ["a session", { headers: { cookie: "portal=abc" } }],
  ["another cookie", { headers: { cookie: "province=qc; remembered=abc" } }],
  ["another page", { path: "/legal/cookies" }],
])("the kept page is not used for %s", async (_what, asked) => {
  await open(asked);
  const before = rendered;
  await open(asked);
  expect(rendered).toBe(before + 1);
});

it("the kept page is not used for HEAD", async () => {
  await open();
  const origin = "http://belair.localhost:3000";
  const response = await portal(new Request(origin, { method: "HEAD" }), {
    nonce: "n",
    origin,
    clientIp: "203.0.113.7",
  });
  expect([response.status, rendered]).toEqual([200, 2]);
});

it("the page is rendered again for each minute, origin and guessed province", async () => {
  await open();
  await open({ headers: { "accept-language": "xx" } });
  expect(rendered).toBe(1);
  now = new Date(now.getTime() + 60_000);
  await open();
  expect(rendered).toBe(2);
  await open({ headers: { cookie: `province=${testApi.deps.brands.defaultBrand.defaults.province}` } });
  expect(rendered).toBe(3);
});

it("the page is rendered once for visitors who come at the same time", async () => {
  await Promise.all([open(), open(), open()]);
  expect(rendered).toBe(1);
});

it("the page is not kept without opening hours", async () => {
  hoursStatus = 503;
  const without = await open();
  hoursStatus = 200;
  const answered = await open();
  expect(without.status).toBe(200);
  expect(answered.html).not.toBe(without.html);
  expect(answered.html).toBe((await openAlone({})).html);
});

it("the page is rendered again for a brand that was loaded again", async () => {
  let brand = testApi.deps.brands.defaultBrand;
  portal = await openPortal({ brands: { ...testApi.deps.brands, byHost: () => brand } });
  await open();
  brand = { ...brand, name: { fr: "Nouveau nom", en: "New name" } };
  expect((await open()).html).toMatch(/Nouveau nom|New name/);
});

it("the page is sent in the language of Accept-Language", async () => {
  const french = await open({ headers: { "accept-language": "fr-CA" } });
  expect(french.html).toContain('<html lang="fr-CA"');
  expect((await open({ headers: { "accept-language": "en-CA" } })).html).toContain('<html lang="en-CA"');
});

it("gives way to planned maintenance", async () => {
  await open({ brand: "bna" });
  await closeForMaintenance(testApi.deps, { brandIds: ["bna"], actor: "operator:ada", announcedEnd: null });
  await expect
    .poll(async () => (await open({ brand: "bna" })).headers.get("location"), { timeout: 20_000 })
    .toBe("/roadblock/maintenance");
});
