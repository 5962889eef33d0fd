import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { beforeEach, expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { newestReset, newHolder } from "../../../../test/recovery.ts";
import { PortalBrowser, visibleText, wholePortal } from "../../test/portal-browser.ts";

const technical = "/roadblock/technical";
const texts = pageTexts(["link", "roadblock"], "en");

const testApi = await openTestApi();
/** Replacement response of the API, and the calls it applies to. */
let instead: { to: RegExp; respond: () => Response } | undefined;
const fetch = (request: Request) =>
  instead?.to.test(new URL(request.url).pathname) ? instead.respond() : testApi.apis[0].fetch(request);
const portal = await wholePortal(testApi, { api: { fetch } });
beforeEach(() => {
  instead = undefined;
});

const breaks = (to: RegExp) => {
  instead = { to, respond: () => Response.json({}, { status: 500 }) };
};
const tryAgain = async (browser: PortalBrowser, exit = "retry") => {
  const shown = await browser.open(technical);
  expect(shown.main).toContain(`value="${exit}"`);
  return (await browser.post("/roadblock/leave", { exit })).location;
};

test("retries a failed password reset from its start, and offers the login page as well", async () => {
  const browser = new PortalBrowser(portal);
  breaks(/accounts\/reset/);
  expect((await browser.post("/forgot", { email: "mael@courrier.example" })).location).toBe(technical);
  expect((await browser.open(technical)).main).toContain('value="login"');
  expect(await tryAgain(browser)).toBe("/forgot");
});

test("retries a failed code check at the code page", async () => {
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

test("restarts a failed registration, and labels the button accordingly", async () => {
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

test("offers no retry for a link that could not be read, and points to its message", async () => {
  const browser = new PortalBrowser(portal);
  breaks(/tokens/);
  expect((await browser.open("/?language=en&token=some-token")).location).toBe(technical);
  const shown = await browser.open(technical);
  expect(visibleText(shown)).toContain(texts["roadblock:technical.next.ofLink"]);
  expect(shown.main).not.toContain('value="retry"');
  expect(shown.main).toContain('value="login"');
});

test("keeps the page that offers a fresh link when the request comes too soon, and shows once when to retry", async () => {
  const browser = new PortalBrowser(portal);
  instead = { to: /tokens/, respond: () => Response.json({ action: "TOKEN_EXPIRED" }) };
  const expired = (await browser.open("/?language=en&token=some-token")).location ?? "";
  const { status, errorCode } = accountErrors.tooManyRequests;
  const soon = { status, headers: { "retry-after": "60" } };
  instead = { to: /./, respond: () => Response.json({ errorCode, message: "too soon" }, soon) };
  expect((await browser.post("/email-link/fresh", {})).location).toBe(expired);
  instead = undefined;
  const page = await browser.open(expired);
  expect(visibleText(page)).toContain(texts["link:wait.title"]);
  expect(page.main).toContain('action="/email-link/fresh"');
  expect(visibleText(await browser.open(expired))).not.toContain(texts["link:wait.title"]);
  expect((await browser.open("/check-your-inbox")).location).toBe("/");
});
