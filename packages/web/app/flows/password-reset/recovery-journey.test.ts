import { findAccountById } from "@vestibule/api/accounts/account.store.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { describe, expect, test } from "vitest";
import { firstPassword, messagesTo, newestReset, newHolder, nextPassword } from "../../../../../test/recovery.ts";
import { otherThan } from "../../../../../test/registration.ts";
import { openPortal, type Page, PortalBrowser, visibleText, wholePortal, words } from "../../../test/portal-browser.ts";
import { newPortalSession, type SessionContents } from "../../portal-slices.server.ts";
import { recoverySlice } from "../../shared-slices/recovery-slices.server.ts";
import { leaveTemporaryAt } from "./leave-temporary.server.ts";

const { testApi, portal } = await openPortal();

const createVisitor = () => new PortalBrowser(portal);
const chosen = { postalCode: "H2X 1Y4", password: nextPassword, passwordConfirmation: nextPassword };

async function asked(email: string): Promise<PortalBrowser> {
  const browser = createVisitor();
  expect((await browser.post("/forgot", { email })).location).toBe("/verify");
  return browser;
}

/** A browser that has submitted the correct code. */
async function verifiedBrowser() {
  const holder = await newHolder(testApi);
  const browser = await asked(holder.accountEmail);
  const { code } = await newestReset(testApi, holder.accountEmail);
  const response = await browser.post("/verify", { securityCode: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(response.location).toBe("/reset");
  return { browser, holder };
}

const isPasswordOf = async (accountId: string, password: string) => {
  const account = await findAccountById(testApi.database, accountId);
  return account !== undefined && (await testApi.deps.hashing.verify(password, account.passwordHash)) !== "wrong";
};

/** Two browsers do not send their requests in the same second. */
const withoutMoments = (text: string) => text.replace(/\d+(:\d\d)?\s[ap]\.m\.|noon|midnight|\d+ seconds?/g, "…");

describe("a forgotten password", () => {
  test("is replaced with a code and the postal code", async () => {
    const { browser, holder } = await verifiedBrowser();
    const page = await browser.open("/reset");
    expect(page.main).toMatch(
      new RegExp(`name="email"[^>]*value="${holder.accountEmail}"|value="${holder.accountEmail}"[^>]*name="email"`),
    );
    expect(page.main).toContain('autoComplete="username"');
    expect((await browser.post("/reset", chosen)).location).toBe("/reset");
    expect(await isPasswordOf(holder.accountId, nextPassword)).toBe(true);
  });

  test("A-131 can be reset in a browser that signed in to the account before, even if others used up the limit", async () => {
    const { accountEmail, accountId } = await newHolder(testApi);
    for (let turn = 0; turn < 8; turn++) await asked(accountEmail);
    const { clock, keys } = testApi.deps;
    const until = new Date(clock.now().getTime() + 3_600_000);
    const value = JSON.stringify([[accountId, "owner-device"]]);
    const browser = createVisitor();
    browser.cookies.set("known-browser", signCookie({ name: "known-browser", value, until, keys: keys.cookie }));
    expect((await browser.post("/forgot", { email: accountEmail })).location).toBe("/verify");
    const { code } = await newestReset(testApi, accountEmail);
    expect((await browser.post("/verify", { securityCode: code })).location).toBe("/reset");
  });

  test("leads to the same page for known and unknown e-mails, which does not say that a code was sent", async () => {
    const { accountEmail } = await newHolder(testApi);
    const pages = await Promise.all(
      [accountEmail, "nobody-here@nowhere.example"].map(async (email) => {
        const page = await (await asked(email)).open("/verify");
        return withoutMoments(visibleText(page)).replaceAll(email, "…");
      }),
    );
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toContain("If an account uses");
    expect(pages[0]).not.toMatch(/\bsent\b/);
  });

  test("is requested with the e-mail typed at login", async () => {
    const browser = await asked("typed@nowhere.example");
    expect((await browser.open("/forgot")).main).toContain('value="typed@nowhere.example"');
  });

  test("can lead to the account by policy number, once the role is chosen", async () => {
    const browser = await asked("nobody-here@nowhere.example");
    expect((await browser.post("/forgot/find-account", {})).location).toBe(
      "/create-an-account/identification/account-type",
    );
    const role = await browser.post("/create-an-account/identification/account-type", { accountType: "policyHolder" });
    expect(role.location).toBe("/create-an-account/identification");
    expect((await browser.open("/create-an-account/identification")).main).toContain('name="policyNumber"');
  });
});

describe("the code page", () => {
  test("does not open without a request for a code, and keeps only safe query parameters", async () => {
    expect((await createVisitor().open("/verify?language=en&province=on&SSORequest=abc&email=a@b.ca")).location).toBe(
      "/?language=en&province=on&cookies=check",
    );
    expect((await createVisitor().open("/reset")).location).toBe("/?cookies=check");
  });

  test("leads on after a right code, and the page of the password back before it, with the query", async () => {
    const waiting = await asked("typed@nowhere.example");
    expect((await waiting.open("/reset?webview=true&code=1")).location).toBe("/verify?webview=true");
    const { browser } = await verifiedBrowser();
    expect((await browser.open("/verify?webview=true&code=1")).location).toBe("/reset?webview=true");
  });

  test("shows a wrong code at its field, then a notice before the last attempt, then a roadblock", async () => {
    const { accountEmail } = await newHolder(testApi);
    const browser = await asked(accountEmail);
    const { code } = await newestReset(testApi, accountEmail);
    const responses = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      responses.push(await browser.post("/verify", { securityCode: otherThan(code) }));
    const [first, second, third] = responses as [Page, Page, Page];
    expect([first.status, second.status]).toEqual([400, 400]);
    expect(visibleText(first)).toContain(words("forms:code.validation.wrong"));
    expect(first.html).toContain("<title>Error: ");
    expect(visibleText(first)).not.toContain(words("recovery:verify.lastTry.title"));
    expect(visibleText(second)).toContain(words("recovery:verify.lastTry.title"));
    expect(third.location).toBe("/roadblock/login-difficulties");
    expect((await browser.open("/verify")).location).toBe("/");
  });

  test("keeps the notice before the last attempt when the code is then submitted empty", async () => {
    const { accountEmail } = await newHolder(testApi);
    const browser = await asked(accountEmail);
    const { code } = await newestReset(testApi, accountEmail);
    await browser.post("/verify", { securityCode: otherThan(code) });
    const second = await browser.post("/verify", { securityCode: otherThan(code) });
    const [, name = "", value = ""] = /type="hidden" name="(lastTry)" value="(\w+)"/.exec(second.main) ?? [];
    const empty = await browser.post("/verify", { securityCode: "", [name]: value });
    expect(visibleText(empty)).toContain(words("recovery:verify.lastTry.title"));
    expect((await browser.post("/verify", { securityCode: "" })).main).not.toContain('name="lastTry"');
  });

  test("rejects every code as wrong when the session has no reset", async () => {
    const page = await createVisitor().post("/verify", { securityCode: "123456" });
    expect(page.status).toBe(400);
    expect(visibleText(page)).toContain(words("forms:code.validation.wrong"));
  });

  test("sends another code after a wait, four times, then leads to an agent", async () => {
    const { accountEmail } = await newHolder(testApi);
    const now = { at: testApi.deps.clock.now() };
    const moving = await wholePortal(testApi, { clock: { now: () => now.at } });
    const browser = new PortalBrowser(moving);
    await browser.post("/forgot", { email: accountEmail });
    await browser.post("/verify/send-again", {});
    expect(visibleText(await browser.open("/verify"))).toContain(words("recovery:verify.tooSoon"));
    for (let times = 0; times < 4; times += 1) {
      now.at = new Date(now.at.getTime() + 31_000);
      expect((await browser.post("/verify/send-again", {})).location).toBe("/verify");
      expect(visibleText(await browser.open("/verify"))).toContain(words("recovery:verify.sentAgain"));
    }
    now.at = new Date(now.at.getTime() + 31_000);
    expect((await browser.post("/verify/send-again", {})).location).toBe("/roadblock/resend-reset-password");
  });
});

describe("the page of the new password", () => {
  test("keeps the postal code after a refusal, never a password", async () => {
    const { browser } = await verifiedBrowser();
    const page = await browser.post("/reset", { ...chosen, postalCode: "K1A 0B1" });
    expect(page.status).toBe(400);
    expect(visibleText(page)).toContain(words("fields:postalCode.wrong"));
    expect(page.main).toContain('value="K1A 0B1"');
    expect(page.html).not.toContain(nextPassword);
  });

  test("leads to an agent at the third wrong postal code", async () => {
    const { browser } = await verifiedBrowser();
    const wrong = () => browser.post("/reset", { ...chosen, postalCode: "K1A 0B1" });
    expect([(await wrong()).status, (await wrong()).status]).toEqual([400, 400]);
    expect((await wrong()).location).toBe("/roadblock/login-difficulties");
    expect((await browser.open("/reset")).location).toBe("/");
  });

  test("refuses a password used before, and names the part of the e-mail or the character", async () => {
    const { browser, holder } = await verifiedBrowser();
    const tried = async (password: string) =>
      visibleText(await browser.post("/reset", { ...chosen, password, passwordConfirmation: password }));
    expect(await tried(firstPassword)).toContain(words("fields:password.reused"));
    const piece = holder.accountEmail.split("@")[0]?.split("-")[0] ?? "";
    expect(await tried(`${piece}-Vent-42!`)).toContain(`“${piece}”`);
    expect(await tried("Bleu-clair-4242€")).toContain("“€”");
    expect((await browser.post("/reset", chosen)).location).toBe("/reset");
  });

  test("A-119 sets one password in two browsers: the second has to request a new code", async () => {
    const { browser, holder } = await verifiedBrowser();
    const other = createVisitor();
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect((await browser.post("/reset", chosen)).location).toBe("/reset");
    expect((await other.post("/reset", chosen)).location).toBe("/forgot");
    const page = await other.open("/forgot");
    expect(visibleText(page)).toContain(words("recovery:forgot.ended.title"));
    expect(page.main).toContain(`value="${holder.accountEmail}"`);
  });
});

const login = (browser: PortalBrowser, email: string, loginPassword: string) =>
  browser.post("/", { email, loginPassword });

describe("A-115 a temporary password", () => {
  test("leads to a new password, and asks for nothing else", async () => {
    const holder = await newHolder(testApi, { status: "T" });
    const browser = createVisitor();
    expect((await login(browser, holder.accountEmail, firstPassword)).location).toBe("/reset");
    const page = await browser.open("/reset");
    expect(page.main).not.toContain('name="postalCode"');
    const { postalCode: _, ...passwords } = chosen;
    expect((await browser.post("/reset", passwords)).location).toBe("/reset");
    expect(await isPasswordOf(holder.accountId, nextPassword)).toBe(true);
  });

  test("is requested from a browser with a script, because the portal verifies it", async () => {
    const holder = await newHolder(testApi, { status: "T" });
    const page = await createVisitor().post("/", { email: holder.accountEmail, handOff: "script" });
    expect(page.html).not.toContain("pkmslogin.form");
  });

  test("shows the login error when wrong, sends the reset e-mail at the third attempt, and says so on that page only", async () => {
    const holder = await newHolder(testApi, { status: "T" });
    const browser = createVisitor();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect((await login(browser, holder.accountEmail, "Marais-43-vert!")).location).toBe("/");
      expect(visibleText(await browser.open("/"))).toContain(words("forms:login.error"));
    }
    expect((await login(browser, holder.accountEmail, "Marais-43-vert!")).location).toBe("/roadblock/temporary");
    const mails = async () => (await messagesTo(testApi, holder.accountEmail)).map(({ kind }) => kind);
    expect(await mails()).toContain("passwordReset");
    const shown = visibleText(await browser.open("/roadblock/temporary"));
    expect(shown).toContain(words("roadblock:temporary.what.sent"));

    const other = createVisitor();
    expect((await login(other, holder.accountEmail, firstPassword)).location).toBe("/roadblock/temporary");
    const roadblockPage = await other.open("/roadblock/temporary");
    expect(visibleText(roadblockPage)).not.toContain(words("roadblock:temporary.what.sent"));
    expect(visibleText(roadblockPage)).toContain(words("roadblock:temporary.next.until"));
    expect(visibleText(roadblockPage)).toMatch(/paused\s+until \w+ at (\d|noon|midnight)/);
    expect(await mails()).toHaveLength(1);
    expect((await other.post("/roadblock/leave", { exit: "forgot" })).location).toBe("/forgot");
  });
});

describe("A-115 the form after a temporary password", () => {
  test("does not open again after the person has left it", async () => {
    const holder = await newHolder(testApi, { status: "T" });
    const browser = createVisitor();
    await login(browser, holder.accountEmail, firstPassword);
    expect((await browser.open("/favicon.ico")).status).toBe(404);
    expect((await browser.open("/reset")).status).toBe(200);
    await browser.open("/help");
    expect((await browser.open("/reset")).location).toBe("/");
  });

  test("loses its state, the e-mail link and every registration when it is left", () => {
    const removed = [
      "registration",
      "policyNumberStart",
      "policyNumberRegistration",
      "mailedLink",
      "expiredLink",
      "reissuedLink",
      "finishedRegistration",
    ] satisfies (keyof SessionContents)[];
    const requestContext = {
      session: newPortalSession({
        ...Object.fromEntries(removed.map((name) => [name, {}])),
        browserSessionId: "kept",
        recovery: { how: "temporary", id: "r", email: "maelle@courrier.example" },
      }),
    };
    for (const path of ["/reset", "/legal/terms"])
      leaveTemporaryAt(requestContext, new Request(`http://belair.localhost${path}`), path);
    expect(requestContext.session.get(recoverySlice)).toBeDefined();
    leaveTemporaryAt(requestContext, new Request("http://belair.localhost/help"), "/help");
    expect(requestContext.session.contents).toEqual({ browserSessionId: "kept" });
  });
});
