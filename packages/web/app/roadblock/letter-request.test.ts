import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { newPerson } from "../../../../test/registration.ts";
import { openPortal, PortalBrowser, visibleText } from "../../test/portal-browser.ts";
import { policyForm } from "../../test/registering.ts";

const { testApi, portal } = await openPortal();
const texts = pageTexts(["registration", "roadblock"], "en");
const letterButton = String(texts["registration:code.letter"]);
const asked = String(texts["registration:code.letter.asked"]);
const path = "/letter-request";

async function openRequests() {
  const { rows } = await testApi.pool.query(
    "select count(*)::int as n from letter_request where acknowledged_at is null",
  );
  return rows[0].n as number;
}

const withPinAlone = (more: Parameters<typeof newPerson>[1] = {}) =>
  newPerson(testApi, { pin: "AB12CD34", email: null, cell_phone: null, ...more });

/** On the PIN page of either flow, after identification by policy number. */
async function atPin(kind: "registration" | "policyNumberRegistration") {
  const person = await withPinAlone();
  const browser = new PortalBrowser(portal);
  await browser.open("/?language=en&province=qc");
  if (kind === "registration") {
    await browser.open(flow.ACCOUNT_TYPE.path);
    await browser.post(flow.ACCOUNT_TYPE.path, { accountType: "policyHolder" });
    await browser.post(flow.EMAIL_IDENTIFICATION.path, { method: "policyNumber" });
    await browser.post(flow.POLICY_IDENTIFICATION.path, policyForm(person));
    return { browser, page: flow.VERIFY_CODE.path };
  }
  const found = await browser.post(policyNumberFlow.IDENTIFICATION.path, policyForm(person));
  if (found.location === policyNumberFlow.VALIDATION.path) {
    const { main } = await browser.open(policyNumberFlow.VALIDATION.path);
    const [, id = ""] = /name="codeOption"[^>]*value="([^"]+)"/.exec(main) ?? [];
    await browser.post(policyNumberFlow.VALIDATION.path, { codeOption: id });
  }
  return { browser, page: policyNumberFlow.VALIDATION_PIN.path };
}

test.each(["registration", "policyNumberRegistration"] as const)(
  "offers a new letter on the %s PIN page, and confirms the request once",
  async (kind) => {
    const { browser, page } = await atPin(kind);
    const before = await openRequests();
    expect(visibleText(await browser.open(page))).toContain(letterButton);
    for (const _time of [1, 2]) {
      expect((await browser.post(path, { from: kind })).location).toBe(page);
      expect(visibleText(await browser.open(page))).toContain(asked);
    }
    expect(visibleText(await browser.open(page))).not.toContain(asked);
    expect(await openRequests()).toBe(before + 1);
  },
);

test.each([
  ["registration", "identity-verification"],
  ["policyNumberRegistration", "pin-difficulties"],
] as const)("leads after wrong PINs in the %s flow to %s, with a new letter as its first exit", async (kind, id) => {
  const { browser, page } = await atPin(kind);
  const roadblock = roadblocks[id].path;
  for (let attempt = 0; attempt < 6; attempt += 1)
    if ((await browser.post(page, { securityPin: "ZZ99ZZ99" })).location === roadblock) break;
  const { main } = await browser.open(roadblock);
  expect(main.indexOf('value="newLetter"')).toBeGreaterThan(0);
  expect(main.indexOf('value="newLetter"')).toBeLessThan(main.search(/href="tel:|value="registration"/));
  const before = await openRequests();
  expect((await browser.post(path, { exit: "newLetter" })).location).toBe(roadblock);
  const after = await browser.open(roadblock);
  expect(visibleText(after)).toContain(texts["roadblock:letter.asked"]);
  expect(after.main).not.toContain('value="newLetter"');
  expect(await openRequests()).toBe(before + 1);
});

test("requests no letter without a registration", async () => {
  const browser = new PortalBrowser(portal);
  const before = await openRequests();
  expect((await browser.post(path, { from: "registration" })).location).toBe("/");
  expect((await browser.post(path, {})).location).toBe("/");
  expect(await openRequests()).toBe(before);
});
