import { expect, test } from "vitest";
import { messagesTo, newestReset, newHolder } from "../../../../../../test/recovery.ts";
import { otherThan } from "../../../../../../test/registration.ts";
import { createPortalUser, redirected } from "../../../../test/portal.ts";
import { openPortal, PortalBrowser, visibleText, words } from "../../../../test/portal-browser.ts";
import { open, post } from "../../../../test/registering.ts";
import * as actions from "../actions.route.ts";
import * as verify from "./verify.route.tsx";

const { testApi, portal } = await openPortal();

async function asked(email: string): Promise<PortalBrowser> {
  const browser = new PortalBrowser(portal);
  expect((await browser.post("/forgot", { email })).location).toBe("/verify");
  return browser;
}

/** A browser at the roadblock that follows three wrong codes. */
async function afterWrongCodes(email: string): Promise<PortalBrowser> {
  const browser = await asked(email);
  const code = (await messagesTo(testApi, email)).find(({ kind }) => kind === "passwordReset")?.facts.code;
  for (let attempt = 0; attempt < 3; attempt += 1)
    await browser.post("/verify", { securityCode: otherThan(code ?? "000000") });
  return browser;
}

test("offers a new code after three wrong codes, which one press sends", async () => {
  const { accountEmail } = await newHolder(testApi);
  const browser = await afterWrongCodes(accountEmail);
  const stuck = await browser.open("/roadblock/login-difficulties");
  expect(visibleText(stuck)).toContain(words("roadblock:exit.newCode"));
  expect(stuck.main.indexOf('value="newCode"')).toBeLessThan(stuck.main.indexOf('href="tel:'));
  expect((await browser.post("/roadblock/leave", { exit: "newCode" })).location).toBe("/verify");
  expect(visibleText(await browser.open("/verify"))).toContain(words("recovery:verify.sentAgain"));
  const { code } = await newestReset(testApi, accountEmail);
  expect((await browser.post("/verify", { securityCode: code })).location).toBe("/reset");
});

test("offers no new code after three wrong codes while the e-mail has reached its limit, and says when the limit ends", async () => {
  for (const email of [(await newHolder(testApi)).accountEmail, "held-back@nowhere.example"]) {
    for (let count = 0; count < 5; count += 1) await asked(email);
    const stuck = await (await afterWrongCodes(email)).open("/roadblock/login-difficulties?language=en");
    expect(stuck.main).not.toContain('value="newCode"');
    expect(visibleText(stuck)).toMatch(/Start again\s+(tomorrow\s+)?after\s+(\d+(:\d\d)?\s[ap]\.m\.|midnight|noon)/);
  }
});

test("asks for the e-mail for a new code if the session no longer has it", async () => {
  expect((await new PortalBrowser(portal).post("/roadblock/leave", { exit: "newCode" })).location).toBe("/forgot");
});

test("says that there were many requests, not that a code was just requested, when a limit refuses another one", async () => {
  const user = createPortalUser(testApi, {
    session: { recovery: { how: "forgot", id: "an-id", email: "maelle@courrier.example" } },
  });
  user.requestContext.api.fetch = async () =>
    Response.json(
      { errorCode: 1429, message: "too many requests" },
      { status: 429, headers: { "retry-after": "1800" } },
    );
  expect(await post(user, actions, "/verify/send-again")).toEqual(redirected("/verify"));
  expect(await open(user, verify, "/verify")).toMatchObject({ data: { flash: "wait", resend: { waitSeconds: 1800 } } });
});
