import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { describe, expect, test } from "vitest";
import { mailsTo } from "../../../../../../test/links.ts";
import { firstPassword, newestReset, newHolder, nextPassword } from "../../../../../../test/recovery.ts";
import {
  openPortal,
  PortalBrowser,
  portalOfBrand,
  visibleText,
  wholePortal,
  words,
} from "../../../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();

const wrongPassword = "/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8";
const signedIn = "/webseal.do?TAM_OP=login_success&ERROR_CODE=0x38cf05e7";

const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;

/** A browser that has just saved a new password. */
async function afterReset(at = portal) {
  const { accountEmail: email } = await newHolder(testApi);
  const browser = new PortalBrowser(at);
  await browser.post("/forgot", { email });
  await browser.post("/verify", { securityCode: (await newestReset(testApi, email)).code });
  const form = await browser.open("/reset");
  const typed = { postalCode: "H2X 1Y4", password: nextPassword, passwordConfirmation: nextPassword };
  const headers = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const { location } = await browser.post("/reset", typed, headers);
  return { browser, email, form, typed, location };
}

async function confirmsOnLogin(browser: PortalBrowser, email: string) {
  const login = await browser.open("/");
  expect(visibleText(login)).toContain(words("login:notice.passwordChanged.title"));
  expect(visibleText(login)).not.toContain(words("forms:login.error"));
  expect(login.main).toContain(`value="${email}"`);
}

describe("after a new password", () => {
  test("the page posts a ticket to the gateway by a form that works without a script", async () => {
    const { browser, email, form, typed, location } = await afterReset();
    expect(visibleText(form)).toContain(words("recovery:reset.after"));
    expect(location).toBe("/reset");
    const done = await browser.open("/reset");
    expect(visibleText(done)).toContain(words("recovery:done.title"));
    expect(done.headers.get("cache-control")).toContain("no-store");
    expect(done.main).toMatch(/<form[^>]* action="\/pkmslogin\.form" method="post"/);
    for (const [name, value] of [
      ["username", email],
      ["login-form-type", "ticket"],
    ])
      expect(done.main).toMatch(new RegExp(`name="${name}" value="${value}"`));
    expect(done.main).not.toContain(nextPassword);
    // The same form again, as by a reload.
    expect((await browser.post("/reset", typed)).location).toBe("/reset");
  });

  test("the owner hears in which browser it was chosen", async () => {
    const { email } = await afterReset();
    const notice = (await mailsTo(testApi, email)).find(({ kind }) => kind === "passwordChanged");
    expect(notice?.facts).toMatchObject({ browser: "firefox", system: "windows" });
  });

  test("the ticket is removed once the person is signed in", async () => {
    const { browser } = await afterReset();
    await browser.open(signedIn);
    expect((await browser.open("/reset")).location).toBe("/");
    expect(visibleText(await browser.open("/"))).not.toContain(words("login:notice.passwordChanged.title"));
  });

  test("another reset in this browser asks for its code and password first", async () => {
    const { browser, email } = await afterReset();
    await browser.post("/forgot", { email });
    expect((await browser.open("/reset")).location).toBe("/verify");
  });
});

describe("after a new password, on the login page,", () => {
  test("the person is asked for it once the ticket has expired", async () => {
    const now = { at: testApi.deps.clock.now() };
    const { browser, email } = await afterReset(await wholePortal(testApi, { clock: { now: () => now.at } }));
    now.at = new Date(now.at.getTime() + 61_000);
    expect((await browser.open("/reset")).location).toBe("/");
    await confirmsOnLogin(browser, email);
  });

  test("the person is asked for it where the gateway refuses the ticket", async () => {
    const { browser, email } = await afterReset();
    expect((await browser.open(wrongPassword)).location).toBe("/");
    await confirmsOnLogin(browser, email);
  });

  test("a wrong password shows the login error", async () => {
    const { browser, email } = await afterReset();
    await browser.post("/", { email, loginPassword: firstPassword });
    await browser.open(wrongPassword);
    expect(visibleText(await browser.open("/"))).toContain(words("forms:login.error"));
  });

  test.each<[string, (brand: Brand) => Brand]>([
    ["flag is off", (brand) => ({ ...brand, features: { ...brand.features, signInAfterReset: false } })],
    ["gateway is an outside one", (brand) => ({ ...brand, gateway: outside })],
  ])("a notice confirms it where the brand's %s", async (_where, change) => {
    const { browser, email, form, location } = await afterReset(await portalOfBrand(testApi, change));
    expect(visibleText(form)).toContain(words("recovery:reset.after.login"));
    expect(location).toBe("/");
    await confirmsOnLogin(browser, email);
    expect((await browser.open("/reset")).location).toBe("/");
  });
});
