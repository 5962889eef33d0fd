import { Hono } from "hono";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { findLastSignInDevice } from "../audit/activity.store.ts";
import { gatewayGuard } from "./gateway.guard.ts";
import { gatewayLocation } from "./gateway-result.rule.ts";
import type { Browser } from "./test/browser.ts";
import { createGatewayTestApi, leadsTo, loginResultUrl, password } from "./test/gateway-test-api.ts";

const sessionCookie = "PD-H-SESSION-ID";
const testApi = closeAfterTests(await createGatewayTestApi());
const { createAccount } = testApi;
const open = (at?: string) => testApi.open({}, at);

const toLogin = (wanted: string) => gatewayLocation("firstVisit", wanted);
const readHomeHeaders = async (browser: Browser) => {
  const response = await browser.get("/account");
  return response.status === 200 ? ((await response.json()) as Record<string, string>) : leadsTo(response);
};

test("redirects a protected URL to the login page, and returns to it after the sign-in", async () => {
  const browser = open();
  const { email } = await createAccount();
  const first = await browser.get("/account?tab=claims&q=%C3%A9");
  expect([first.status, leadsTo(first)]).toEqual([302, toLogin("/account?tab=claims&q=%C3%A9")]);
  expect(leadsTo(await browser.signIn(email, password))).toBe("/account?tab=claims&q=%C3%A9");
  await browser.get("/pkmslogout");
  expect(leadsTo(await browser.signIn(email, password))).toBe(loginResultUrl("success"));
});

test("forgets the return URL after 10 minutes, and ignores one that was modified", async () => {
  const { email } = await createAccount();
  const late = open();
  const changed = open();
  await late.get("/account");
  await testApi.moveClock(10 * 60 + 1);
  expect(leadsTo(await late.signIn(email, password))).toBe(loginResultUrl("success"));
  await changed.get("/account");
  const [, signature] = (changed.cookies.get("wanted-page") ?? "").split(".");
  const payload = Buffer.from('{"value":"//evil.example/","until":99999999999}').toString("base64url");
  changed.cookies.set("wanted-page", `${payload}.${signature}`);
  expect(leadsTo(await changed.signIn(email, password))).toBe(loginResultUrl("success"));
});

test("takes the application's identity headers from the gateway only", async () => {
  const { email } = await createAccount({ firstName: "Zoë", lastName: "O’Brien" });
  const browser = open();
  const forged = {
    "iv-user": "admin",
    "IV-Groups": '"everything"',
    "iv-creds": "x",
    "x-display-name": "x",
    "x-last-sign-in": "x",
    "x-failed-sign-ins": "9",
    "x-last-failed-sign-in": "2020-01-01T00:00:00Z",
    "x-session-end": "2099-01-01T00:00:00Z",
    "x-account-language": "de",
  };
  expect((await browser.get("/account", forged)).status).toBe(302);
  await browser.signIn(email, password);
  const response = (await (await browser.get("/account", forged)).json()) as Record<string, string>;
  expect(response["iv-user"]).toBe(email);
  expect(response["iv-groups"]).toBe('"policyHolder"');
  expect(decodeURIComponent(response["x-display-name"] ?? "")).toBe("Zoë O’Brien");
  expect(response["iv-creds"]).toBeUndefined();
  expect(response["x-last-sign-in"]).toBeUndefined();
  expect(response["x-failed-sign-ins"]).toBeUndefined();
  expect(response["x-last-failed-sign-in"]).toBeUndefined();
  expect(response["x-session-end"]).not.toContain("2099");
  expect([response["x-account-language"], response["x-account-province"]]).toEqual(["fr", "qc"]);
});

test("omits the user from page data after the session ended", async () => {
  const response = await open().get("/account.data", { "iv-user": "admin" });
  expect(response.status).toBe(200);
  expect(await response.json()).not.toHaveProperty("iv-user");
});

test("passes the time of the previous sign-in from the second one on", async () => {
  const { email } = await createAccount();
  const startedAt = testApi.deps.clock.now().getTime();
  await open().signIn(email, password);
  const browser = open();
  await browser.signIn(email, password);
  const response = (await readHomeHeaders(browser)) as Record<string, string>;
  expect(Math.abs(new Date(response["x-last-sign-in"] ?? 0).getTime() - startedAt)).toBeLessThan(60_000);
});

test("names the device of the previous sign-in of each session, and none for the first", async () => {
  const { id: accountId, email } = await createAccount();
  const agents = [
    "(iPhone) Version/17 Safari/605",
    "(Windows NT 10.0) Firefox/130.0",
    "curl/8",
    "(Macintosh) Firefox/130.0",
  ];
  for (const agent of agents) {
    const browser = open();
    browser.userAgent = agent;
    await browser.signIn(email, password);
  }
  const { rows } = await testApi.pool.query(
    "select id_hash from gateway_session where account_id = $1 order by started_at",
    [accountId],
  );
  const devices = [];
  for (const { id_hash: idHash } of rows)
    devices.push(await findLastSignInDevice(testApi.deps.database, { accountId, idHash }));
  expect(devices).toEqual([
    undefined,
    { browser: "safari", system: "iphone" },
    { browser: "firefox", system: "windows" },
    undefined,
  ]);
});

test("passes the count of wrong passwords before a sign-in, in the next session only", async () => {
  const { email } = await createAccount();
  for (let tries = 0; tries < 2; tries += 1) await open().signIn(email, "Not-The-One-1");
  const browser = open();
  await browser.signIn(email, password);
  const response = (await readHomeHeaders(browser)) as Record<string, string>;
  expect(response["x-failed-sign-ins"]).toBe("2");
  expect(
    Math.abs(Date.parse(response["x-last-failed-sign-in"] ?? "") - testApi.deps.clock.now().getTime()),
  ).toBeLessThan(60_000);
  await browser.signIn((await createAccount()).email, password);
  expect(await readHomeHeaders(browser)).not.toHaveProperty("x-failed-sign-ins");
  const later = open();
  await later.signIn(email, password);
  expect(await readHomeHeaders(later)).not.toHaveProperty("x-failed-sign-ins");
});

test("creates a new session id at each sign-in, stores it hashed, and never adopts the browser's", async () => {
  const { email } = await createAccount();
  const browser = open();
  browser.cookies.set(sessionCookie, "chosen-by-an-attacker");
  await browser.signIn(email, password);
  const first = browser.cookies.get(sessionCookie) ?? "";
  expect(first).not.toBe("chosen-by-an-attacker");
  expect(Buffer.from(first.split(".")[1] ?? "", "base64url")).toHaveLength(32);
  await browser.get("/pkmslogout");
  await browser.signIn(email, password);
  expect(browser.cookies.get(sessionCookie)).not.toBe(first);
  const { rows } = await testApi.pool.query("select id_hash from gateway_session");
  expect(rows.map((row) => row.id_hash)).not.toContain(first);
});

test("sets host-only, HttpOnly cookies, Secure except on plain http", async () => {
  const { email } = await createAccount();
  const plain = open();
  const secure = open("https://belair.localhost");
  await plain.signIn(email, password);
  await secure.signIn(email, password);
  expect(plain.setCookies.join("\n")).toMatch(
    /^PD-H-SESSION-ID=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/m,
  );
  expect(secure.setCookies.join("\n")).toMatch(
    /^PD-S-SESSION-ID=([\w-]{22})\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure\n__Host-session-binding=\1; Path=\/; HttpOnly; SameSite=Lax; Secure$/m,
  );
  expect(secure.setCookies.join("\n")).toMatch(
    /^__Host-known-browser=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/m,
  );
});

test("ends a session after 10 idle minutes, and 60 minutes after it started however active", async () => {
  const idle = open();
  const busy = open();
  await idle.signIn((await createAccount()).email, password);
  await busy.signIn((await createAccount()).email, password);
  for (let passed = 0; passed < 54; passed += 9) {
    await testApi.moveClock(9 * 60);
    expect(await readHomeHeaders(busy)).toMatchObject({ "iv-groups": '"policyHolder"' });
    if (passed === 0) expect(await readHomeHeaders(idle)).toMatchObject({ "iv-groups": '"policyHolder"' });
  }
  expect(await readHomeHeaders(idle)).toBe(toLogin("/account"));
  await testApi.moveClock(6 * 60 + 1);
  expect(await readHomeHeaders(busy)).toBe(toLogin("/account"));
});

test("passes the end of the session, which each request extends up to the 60 minutes", async () => {
  const browser = open();
  await browser.signIn((await createAccount()).email, password);
  const minutesLeft = async () => {
    const response = (await readHomeHeaders(browser)) as Record<string, string>;
    const now = testApi.deps.clock.now().getTime();
    return ["x-session-idle-end", "x-session-end"].map((name) =>
      Math.round((Date.parse(response[name] ?? "") - now) / 60_000),
    );
  };
  expect(await minutesLeft()).toEqual([10, 60]);
  for (let passed = 0; passed < 54; passed += 9) {
    await testApi.moveClock(9 * 60);
    expect(await minutesLeft()).toEqual([10, 51 - passed]);
  }
});

test("ends the session on the server at sign-out, not only in the browser", async () => {
  const browser = open();
  await browser.signIn((await createAccount()).email, password);
  const kept = browser.cookies.get(sessionCookie) ?? "";
  const response = await browser.get("/pkmslogout");
  expect([response.status, leadsTo(response)]).toEqual([302, gatewayLocation("loggedOut")]);
  expect(browser.cookies.has(sessionCookie)).toBe(false);
  browser.cookies.set(sessionCookie, kept);
  expect(await readHomeHeaders(browser)).toBe(toLogin("/account"));
});

test("redirects an account already signed in to the application, and signs a different one in", async () => {
  const first = await createAccount();
  const second = await createAccount();
  const browser = open();
  await browser.signIn(first.email, password);
  const kept = browser.cookies.get(sessionCookie) ?? "";
  const again = await browser.signIn(first.email.toUpperCase(), "whatever-1");
  expect(leadsTo(again)).toBe(loginResultUrl("alreadyLoggedIn"));
  await browser.signIn(second.email, password);
  expect(await readHomeHeaders(browser)).toMatchObject({ "iv-user": second.email });
  browser.cookies.set(sessionCookie, kept);
  expect(await readHomeHeaders(browser)).toBe(toLogin("/account"));
});

test("A-055 ends a session when its account is deleted or disabled", async () => {
  const removed = await createAccount();
  const disabled = await createAccount();
  const browsers = [open(), open()];
  await browsers[0]?.signIn(removed.email, password);
  await browsers[1]?.signIn(disabled.email, password);
  await testApi.pool.query("delete from account where id = $1", [removed.id]);
  await testApi.pool.query("update account set disabled = true where id = $1", [disabled.id]);
  for (const browser of browsers) expect(await readHomeHeaders(browser)).toBe(toLogin("/account"));
});

test("refuses a session of one brand under another", async () => {
  const browser = open();
  await browser.signIn((await createAccount()).email, password);
  browser.cookies.set("demo-brand", "intact");
  expect(await readHomeHeaders(browser)).toBe(toLogin("/account"));
});

test("redirects to the technical error page, not to the application, when the database is unavailable", async () => {
  const unavailable = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const database = new Proxy(testApi.deps.database, {
    get: (real, name) => {
      if (name === "updateTable") throw unavailable;
      return Reflect.get(real, name);
    },
  });
  const app = new Hono();
  app.use("/account", gatewayGuard({ ...testApi.deps, database }));
  app.get("/account", (context) => context.text("in"));
  const response = await app.request("/account", { headers: { cookie: `${sessionCookie}=abc` } });
  expect(leadsTo(response)).toBe(gatewayLocation("unavailable", "/account"));
});
