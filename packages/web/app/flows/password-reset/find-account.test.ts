import { flow } from "@vestibule/catalogue/flow.table.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { expect, test } from "vitest";
import { accountOf } from "../../../../../test/links.ts";
import { messagesTo } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { openPortal, PortalBrowser, visibleText, words } from "../../../test/portal-browser.ts";
import { policyForm } from "../../../test/registering.ts";

const { testApi, portal } = await openPortal();

const title = words("registration:journey.find.title");
const accountType = flow.ACCOUNT_TYPE.path;
const identification = flow.POLICY_IDENTIFICATION.path;
const policyNumberStart = policyNumberFlow.IDENTIFICATION.path;

async function holder() {
  const person = await newPerson(testApi);
  await accountOf(testApi, person);
  return person;
}

test("shows the find-account title on each page, and sends a found person straight to the verification methods", async () => {
  const browser = new PortalBrowser(portal);
  await browser.post("/forgot/find-account", {});
  const role = await browser.open(accountType);
  expect(visibleText(role)).toContain(title);
  expect(visibleText(role)).not.toContain(words("registration:accountType.title"));
  await browser.post(accountType, { accountType: "policyHolder" });
  expect(visibleText(await browser.open(identification))).toContain(title);
  const person = await holder();
  expect((await browser.post(identification, policyForm(person))).location).toBe(flow.VERIFY_OPTIONS.path);
});

test("begins also with the button of a message, in the message's language", async () => {
  const browser = new PortalBrowser(portal);
  const link = "/forgot/find-account?language=fr&province=qc";
  expect((await browser.open(link, { "sec-purpose": "prefetch" })).location).toBe("/forgot");
  expect((await browser.open(link)).location).toBe(accountType);
  expect(visibleText(await browser.open(accountType))).toContain(words("registration:journey.find.title", "fr"));
});

test("sends a code to find the account, not to create one, also to a person without an account", async () => {
  const person = await newPerson(testApi, { cell_phone: null });
  const browser = new PortalBrowser(portal);
  await browser.post("/forgot/find-account", {});
  await browser.post(accountType, { accountType: "policyHolder" });
  expect((await browser.post(identification, policyForm(person))).location).toBe(flow.VERIFY_CODE.path);
  expect(await messagesTo(testApi, person.email)).toMatchObject([{ kind: "findAccountCode" }]);
});

test("shows the usual title when a registration is started instead", async () => {
  const browser = new PortalBrowser(portal);
  await browser.post("/forgot/find-account", {});
  await browser.post("/create-an-account/start", {});
  expect(visibleText(await browser.open(accountType))).toContain(words("registration:accountType.title"));
});

test("finds the e-mail offered by a roadblock by policy number, in the flow that showed the roadblock", async () => {
  const person = await holder();
  const browser = new PortalBrowser(portal);
  // A browser that the portal knows.
  await browser.open("/?province=on");
  for (let turn = 1; turn < 3; turn += 1)
    expect((await browser.post(policyNumberStart, policyForm(person))).location).toBe(policyNumberStart);
  expect((await browser.post(policyNumberStart, policyForm(person))).location).toBe("/roadblock/more-than-one-profile");
  const paused = await browser.open("/roadblock/more-than-one-profile");
  expect(paused.main).not.toContain('value="findEmail"');

  expect((await browser.post("/roadblock/leave", { exit: "findEmail" })).location).toBe(policyNumberStart);
  expect(visibleText(await browser.open(policyNumberStart))).toContain(title);
  await testApi.moveClock(limits.lookupKnownJourney.windowMinutes * 60);
  expect((await browser.post(policyNumberStart, policyForm(await holder()))).location).toBe(
    policyNumberFlow.VALIDATION.path,
  );
});
