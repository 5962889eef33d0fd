import { buildApi } from "@vestibule/api/build-api.ts";
import { closeForMaintenance, openAfterMaintenance } from "@vestibule/api/flows/maintenance/maintenance.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { PortalBrowser, previewPage, visibleText, wholePortal } from "../../test/portal-browser.ts";

/** A Monday afternoon: telephone and chat are open. */
const now = new Date("2026-11-23T18:30:00Z");
const page = "/roadblock/maintenance";
const texts = pageTexts(["frame", "roadblock"], "en");

const testApi = await openTestApi({ clock: { now: () => now } });
const { database } = openDatabase({ url: "postgres://nobody@127.0.0.1:1/nothing", poolSize: 1 });
/** The API with an unreachable database. */
const apiOfOutage = buildApi({ ...testApi.deps, database });
let api: { fetch(request: Request): Response | Promise<Response> } = testApi.apis[0];
const portal = await wholePortal(testApi, {
  clock: { now: () => now },
  api: { fetch: (request) => api.fetch(request) },
});

const browserAt = (brand: string) => new PortalBrowser(portal, `http://${brand}.localhost:3000`);

test("F-02 shows an outage with a retry, and ends its page once the API responds", async () => {
  const browser = browserAt("intact");
  api = apiOfOutage;
  await browser.open("/?language=en&province=on");
  expect((await browser.post("/forgot", { email: "mael@courrier.example" })).location).toBe(page);
  for (const _time of ["met", "reloaded"]) {
    const shown = await browser.open(page);
    expect(shown.status).toBe(503);
    expect(shown.main).toMatch(/value="retry"[\s\S]*href="tel:[\s\S]*\/chat\?[\s\S]*value="marketing"/);
    expect(visibleText(shown)).toContain(texts["frame:help.noReference"]);
  }
  api = testApi.apis[0];
  await expect.poll(async () => (await browser.open(page)).location, { timeout: 20_000 }).toBe("/");
  expect((await browser.open(page)).location).toBe("/");
  const { rows } = await testApi.pool.query("select result, brand from audit_event where event = 'roadblock.met'");
  expect(rows).toEqual([{ result: "maintenance", brand: "intact" }]);
});

test("F-02 leaves the page of an outage that ends before the page is opened", async () => {
  const browser = browserAt("intact");
  await browser.open("/?language=en&province=on");
  api = apiOfOutage;
  expect((await browser.post("/forgot", { email: "mael@courrier.example" })).location).toBe(page);
  api = testApi.apis[0];
  await expect.poll(async () => (await browser.open("/help")).status, { timeout: 20_000 }).toBe(200);
});

test("F-02 continues a registration at its page after an outage", async () => {
  const browser = browserAt("intact");
  const { ACCOUNT_TYPE, EMAIL_IDENTIFICATION } = flow;
  await browser.open(`${ACCOUNT_TYPE.path}?language=en&province=on`);
  await browser.post(ACCOUNT_TYPE.path, { accountType: "policyHolder" });
  api = apiOfOutage;
  const email = { email: "mael@courrier.example" };
  expect((await browser.post(EMAIL_IDENTIFICATION.path, email)).location).toBe(page);
  const shown = await browser.open(page);
  expect(shown.main).toContain('value="retry"');
  expect(shown.main).not.toContain('value="registration"');
  api = testApi.apis[0];
  await expect
    .poll(async () => (await browser.open(page)).location, { timeout: 20_000 })
    .toBe(EMAIL_IDENTIFICATION.path);
  api = apiOfOutage;
  expect((await browser.post(EMAIL_IDENTIFICATION.path, email)).location).toBe(page);
  const retried = await browser.post("/roadblock/leave", { exit: "retry" });
  expect(retried.location).toBe(EMAIL_IDENTIFICATION.path);
  api = testApi.apis[0];
  await expect.poll(async () => (await browser.open(EMAIL_IDENTIFICATION.path)).status, { timeout: 20_000 }).toBe(200);
});

test("does not mention a reference on the technical roadblock when none could be created", async () => {
  const url = "http://intact.localhost:3000/roadblock/technical?language=en&province=on";
  const { main: words } = await previewPage(portal, url, {
    session: { roadblock: { id: "technical" } },
    fetch: async () => Response.json({}, { status: 429 }),
  });
  expect(words).toContain(texts["roadblock:technical.next.withoutReference"]);
  expect(words).not.toContain("reference below");
});

test("keeps hours, chat, one reference, help and legal pages available during planned maintenance", async () => {
  const order = { brandIds: ["bna"], actor: "operator:ada" };
  await closeForMaintenance(testApi.deps, { ...order, announcedEnd: new Date("2026-11-24T13:00:00Z") });
  const browser = browserAt("bna");
  await expect
    .poll(async () => (await browser.open("/?language=en&province=on")).location, { timeout: 20_000 })
    .toBe(page);
  const shown = await browser.open(page);
  expect(visibleText(shown)).toMatch(/The work is planned to last\s+until tomorrow at 8\u00a0a\.m\./);
  expect(visibleText(shown)).toContain("Open now, until 8\u00a0p.m.");
  expect(shown.main).toContain("/chat?");
  expect(shown.main).not.toContain('value="retry"');
  const [reference] = visibleText(shown).match(/\d{3}\u00a0\d{3}\u00a0\d{3}/) ?? [];
  expect(reference).toBeDefined();
  expect(visibleText(await browser.open(page))).toContain(reference);
  for (const path of ["/help", "/legal/privacy", "/legal/accessibility"])
    expect((await browser.open(path)).status, path).toBe(200);
  expect((await browser.open("/forgot")).location).toBe(page);
  await openAfterMaintenance(testApi.deps, order);
  await expect.poll(async () => (await browser.open(page)).location, { timeout: 20_000 }).toBe("/");
});
