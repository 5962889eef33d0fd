import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newestReset, newHolder } from "../../../../test/recovery.ts";
import { createRegistrationTestApi, type RegistrationTestApi } from "../../../../test/registration.ts";
import { PortalBrowser, said, wholePortal } from "../../test/portal-browser.ts";

const technical = "/roadblock/technical";
const texts = pageTexts(["link", "roadblock"], "en");

let testApi: RegistrationTestApi;
let portal: Awaited<ReturnType<typeof wholePortal>>;
/** What the API answers instead, and to which calls. */
let instead: { to: RegExp; answer: () => Response } | undefined;
beforeAll(async () => {
  testApi = await createRegistrationTestApi();
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    return instead?.to.test(new URL(request.url).pathname) ? instead.answer() : testApi.apis[0].fetch(request);
  };
  portal = await wholePortal(testApi, { api: { baseUrl: "http://api.internal", fetch } });
});
beforeEach(() => {
  instead = undefined;
});
afterAll(() => testApi.close());

const breaks = (to: RegExp) => {
  instead = { to, answer: () => Response.json({}, { status: 500 }) };
};
const tryAgain = async (browser: PortalBrowser, way = "retry") => {
  const shown = await browser.open(technical);
  expect(shown.main).toContain(`value="${way}"`);
  return (await browser.post("/roadblock/leave", { way })).location;
};

test("P-13 to try again after a forgotten password could not be begun is to begin it; the login page is another way", async () => {
  const browser = new PortalBrowser(portal);
  breaks(/accounts\/reset/);
  expect((await browser.post("/forgot", { email: "mael@courrier.example" })).location).toBe(technical);
  expect((await browser.open(technical)).main).toContain('value="login"');
  expect(await tryAgain(browser)).toBe("/forgot");
});

test("P-13 to try again after a code could not be weighed is to enter it again", async () => {
  const { accountEmail } = await newHolder(testApi);
  const browser = new PortalBrowser(portal);
  await browser.post("/forgot", { email: accountEmail });
  const { code } = await newestReset(testApi, accountEmail);
  breaks(/validations/);
  expect((await browser.post("/verify", { securityCode: code })).location).toBe(technical);
  instead = undefined;
  expect(await tryAgain(browser)).toBe("/verify");
  expect((await browser.post("/verify", { securityCode: code })).location).toBe("/reset");
});

test("P-13 a registration that broke is begun again, and the button says so", async () => {
  const browser = new PortalBrowser(portal);
  await browser.open(flow.ACCOUNT_TYPE.path);
  await browser.post(flow.ACCOUNT_TYPE.path, { accountType: "policyHolder" });
  breaks(/identify/);
  const { location } = await browser.post(flow.EMAIL_IDENTIFICATION.path, { email: "mael@courrier.example" });
  expect(location).toBe(technical);
  instead = undefined;
  expect((await browser.open(technical)).main).not.toContain('value="retry"');
  expect(await tryAgain(browser, "registration")).toBe(flow.ACCOUNT_TYPE.path);
});

test("P-13 a link that could not be read is opened again from its message: no button promises it", async () => {
  const browser = new PortalBrowser(portal);
  breaks(/tokens/);
  expect((await browser.open("/?language=en&token=some-token")).location).toBe(technical);
  const shown = await browser.open(technical);
  expect(said(shown)).toContain(texts["roadblock:technical.next.ofLink"]);
  expect(shown.main).not.toContain('value="retry"');
  expect(shown.main).toContain('value="login"');
});

test("P-13 a fresh link that may not be asked for yet leaves the page that offers it, which says from when, once", async () => {
  const browser = new PortalBrowser(portal);
  instead = { to: /tokens/, answer: () => Response.json({ action: "TOKEN_EXPIRED" }) };
  const expired = (await browser.open("/?language=en&token=some-token")).location ?? "";
  const { status, errorCode } = accountErrors.tooManyRequests;
  const soon = { status, headers: { "retry-after": "60" } };
  instead = { to: /./, answer: () => Response.json({ errorCode, message: "too soon" }, soon) };
  expect((await browser.post("/email-link/fresh", {})).location).toBe(expired);
  instead = undefined;
  const told = await browser.open(expired);
  expect(said(told)).toContain(texts["link:wait.title"]);
  expect(told.main).toContain('action="/email-link/fresh"');
  expect(said(await browser.open(expired))).not.toContain(texts["link:wait.title"]);
  expect((await browser.open("/check-your-inbox")).location).toBe("/");
});
