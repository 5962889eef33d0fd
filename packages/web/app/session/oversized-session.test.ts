import { expect, test } from "vitest";
import { openPortal, PortalBrowser, wholePortal } from "../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();
const linkedWordmark = '<a class="header-brand"';
/** Within the accepted characters, but three bytes each. */
const longRequest = `/?SSORequest=${encodeURIComponent("語".repeat(1000))}`;

test("a session that does not fit its cookie is reported as a fault", async () => {
  await expect(new PortalBrowser(portal).open(longRequest)).rejects.toThrow("the session does not fit its cookie");
});

test("a session that does not fit its cookie loses an expendable value, and the page is still shown", async () => {
  const faults: unknown[] = [];
  const browser = new PortalBrowser(await wholePortal(testApi, { reportFault: (fault) => faults.push(fault) }));
  expect((await browser.open("/")).html).toContain(linkedWordmark);
  await browser.open("/?webview=true");
  const page = await browser.open(longRequest);
  expect([page.status, faults.length]).toEqual([200, 1]);
  expect((await browser.open("/")).html).not.toContain(linkedWordmark);
});
