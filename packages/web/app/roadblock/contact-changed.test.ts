import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { newestReset, newHolder } from "../../../../test/recovery.ts";
import { openPortal, PortalBrowser, visibleText } from "../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();

const roadblock = "/roadblock/contact-changed";
const texts = pageTexts(["recovery", "roadblock"], "en");

test("leads from the code page to an agent when the e-mail is outdated, and back to the same code", async () => {
  const { accountEmail } = await newHolder(testApi);
  const browser = new PortalBrowser(portal);
  await browser.post("/forgot", { email: accountEmail });
  const verify = await browser.open("/verify");
  expect(visibleText(verify)).toContain(texts["recovery:verify.noLongerMine"]);
  expect(verify.main).toMatch(/action="\/contact-changed"/);

  expect((await browser.post("/contact-changed", { from: "reset" })).location).toBe(roadblock);
  const shown = await browser.open(roadblock);
  expect(visibleText(shown)).toContain(texts["roadblock:contact-changed.next"]);
  expect(shown.html).not.toContain(accountEmail);
  expect((await browser.post("/roadblock/leave", { exit: "back" })).location).toBe("/verify");
  const { code } = await newestReset(testApi, accountEmail);
  expect((await browser.post("/verify", { securityCode: code })).location).toBe("/reset");
});

test("does not lead back to a page outside the list", async () => {
  const browser = new PortalBrowser(portal);
  for (const from of ["https://evil.example", "/account", "constructor", ""]) {
    expect((await browser.post("/contact-changed", { from })).location).toBe(roadblock);
    expect((await browser.open(roadblock)).main).not.toContain('value="back"');
    expect((await browser.post("/roadblock/leave", { exit: "back" })).location).toBe("/");
  }
});
