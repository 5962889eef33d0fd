import { normaliseReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { supportDeskOf } from "../../../../test/support-desk.ts";
import { PortalBrowser, wholePortal } from "../../test/portal-browser.ts";

const testApi = await openTestApi();
let isApiUnavailable = false;
const portal = await wholePortal(testApi, {
  api: {
    fetch: (request) => {
      if (isApiUnavailable) throw new Error("unavailable");
      return testApi.apis[0].fetch(request);
    },
  },
});

const fault = "/webseal.do?TAM_OP=error&ERROR_CODE=0x13212077";
const page = "/roadblock/technical";

async function recordedViews() {
  const { rows } = await testApi.pool.query(
    "select result, facts ->> 'language' as language from audit_event where event = 'roadblock.met' order by id",
  );
  return rows;
}

test("records a roadblock once when its page is shown, however often it is opened", async () => {
  const browser = new PortalBrowser(portal);
  browser.cookies.set("language", "en");
  expect((await browser.open(fault)).location).toBe(page);
  await browser.open(page);
  await browser.open(`${page}?language=en`);
  await browser.post("/roadblock/leave", { exit: "retry" });
  expect(await recordedViews()).toEqual([{ result: "technical", language: "en" }]);
  await browser.open(fault);
  await browser.open(page);
  expect(await recordedViews()).toHaveLength(2);
});

test("shows the error's code in brackets after the page's own, and both to the agent", async () => {
  const browser = new PortalBrowser(portal);
  browser.cookies.set("language", "en");
  await browser.open(fault);
  const { html } = await browser.open(page);
  expect(html).toMatch(/(Screen|Écran) R212 \(0x13212077\),/);
  const [digits = ""] = /\d{3}\u00a0\d{3}\u00a0\d{3}/.exec(html) ?? [];
  const supportCase = await supportDeskOf(testApi).caseOf(normaliseReference(digits));
  expect(supportCase).toMatchObject({ agentCode: "R212", shownCode: "0x13212077", roadblock: "technical" });
  expect(supportCase.steps.at(-1)).toMatchObject({
    event: "roadblock.met",
    result: "technical",
    facts: { shownCode: "0x13212077" },
  });
});

test("shows only the page's code when there is no error code", async () => {
  const browser = new PortalBrowser(portal);
  browser.cookies.set("language", "en");
  await browser.open("/webseal.do?TAM_OP=error&ERROR_CODE=SOM3NAME");
  expect((await browser.open(page)).html).toMatch(/(Screen|Écran) R212,/);
});

test("records a roadblock once on leaving when the API was unreachable before", async () => {
  const before = (await recordedViews()).length;
  for (const leave of [
    (browser: PortalBrowser) => browser.open("/"),
    (browser: PortalBrowser) => browser.post("/roadblock/leave", { exit: "login" }),
  ]) {
    const browser = new PortalBrowser(portal);
    browser.cookies.set("language", "en");
    isApiUnavailable = true;
    await browser.open(fault);
    expect((await browser.open(page)).status).toBe(500);
    isApiUnavailable = false;
    await leave(browser);
    await browser.open("/");
  }
  expect((await recordedViews()).length - before).toBe(2);
});
