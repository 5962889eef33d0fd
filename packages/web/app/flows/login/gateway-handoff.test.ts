import { describe, expect, test } from "vitest";
import { openPortal, PortalBrowser } from "../../../test/portal-browser.ts";

const { testApi, portal } = await openPortal();

let people = 0;
const account = () => `personne${++people}@courrier.example`;
const refused = "/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8&URL=%2Fpkmslogin.form";
const locked = "/webseal.do?TAM_OP=acct_locked&ERROR_CODE=0x13212132&URL=%2Fpkmslogin.form";

/** A browser whose login was just handed to the gateway. */
async function atGateway(email: string, { withScript = false } = {}) {
  const browser = new PortalBrowser(portal);
  const form: Record<string, string> = withScript
    ? { email, handOff: "script" }
    : { email, loginPassword: "Grand-Vent-42" };
  await browser.post(withScript ? "/?index" : "/", form);
  return browser;
}
/** The e-mail filled in on the login page. */
async function filledIn(browser: PortalBrowser): Promise<string> {
  const { html } = await browser.open("/");
  return /<input[^>]*name="email"[^>]*>/.exec(html)?.[0].match(/value="([^"]*)"/)?.[1] ?? "";
}

describe("the account-id cookie", () => {
  test("expires after 20 seconds, and is encrypted, host-only and HttpOnly", async () => {
    const email = account();
    const browser = new PortalBrowser(portal, "https://belair.localhost");
    await browser.post("/", { email, loginPassword: "Grand-Vent-42" });
    const cookie = browser.setCookies.find((header) => header.startsWith("__Host-account-id=")) ?? "";
    expect(cookie).toMatch(/^__Host-account-id=[\w.-]+; Max-Age=20; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    for (const part of cookie.split(/[.=;]/))
      expect(Buffer.from(part, "base64url").toString("latin1")).not.toContain("personne");
  });

  test.each([{ withScript: false }, { withScript: true }])(
    "restores the e-mail of the login that returned from the gateway: %o",
    async (how) => {
      const email = account();
      const browser = await atGateway(email, how);
      expect(await filledIn(browser)).toBe("");
      await browser.open(refused);
      expect(await filledIn(browser)).toBe(email);
      expect(browser.cookies.has("account-id")).toBe(false);
    },
  );

  test("restores the e-mail when the account is locked, too", async () => {
    const email = account();
    const browser = await atGateway(email);
    await browser.open(locked);
    expect(await filledIn(browser)).toBe(email);
  });

  test("A-152 fills in no e-mail after signing in or out", async () => {
    for (const response of ["TAM_OP=login_success&ERROR_CODE=0x38cf05e7", "TAM_OP=logout&ERROR_CODE=0x00000000"]) {
      const browser = await atGateway(account());
      await browser.open(refused);
      await browser.open(`/webseal.do?${response}`);
      expect(await filledIn(browser)).toBe("");
    }
  });
});

describe("A-113 an account-id cookie", () => {
  /** A new browser with a copy of earlier cookies. */
  const again = (cookies: ReadonlyMap<string, string>) => {
    const browser = new PortalBrowser(portal);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    return browser;
  };

  test("is rejected after 21 seconds", async () => {
    const browser = await atGateway(account());
    await testApi.moveClock(21);
    await browser.open(refused);
    expect(await filledIn(browser)).toBe("");
  });

  test("is rejected in another browser", async () => {
    const browser = await atGateway(account());
    const other = await atGateway(account());
    other.cookies.set("account-id", browser.cookies.get("account-id") ?? "");
    const bare = again(new Map([["account-id", browser.cookies.get("account-id") ?? ""]]));
    for (const unknownUser of [other, bare]) {
      await unknownUser.open(refused);
      expect(await filledIn(unknownUser)).toBe("");
    }
  });

  test("is accepted once, even when the browser's whole state is replayed", async () => {
    const email = account();
    const browser = await atGateway(email);
    const before = new Map(browser.cookies);
    await browser.open(refused);
    const played = again(before);
    await played.open(refused);
    expect(await filledIn(played)).toBe("");
    browser.cookies.set("account-id", before.get("account-id") ?? "");
    await browser.open("/webseal.do?TAM_OP=logout&ERROR_CODE=0x00000000");
    await browser.open(refused);
    expect(await filledIn(browser)).toBe("");
  });

  test.each(["", "x", "a.b.c.d.e", '"><script>', "x".repeat(5000)])("is rejected when forged, %#", async (value) => {
    const browser = await atGateway(account());
    browser.cookies.set("account-id", value);
    const page = await browser.open(refused);
    expect([page.status, page.location]).toEqual([303, "/"]);
    expect(await filledIn(browser)).toBe("");
  });
});
