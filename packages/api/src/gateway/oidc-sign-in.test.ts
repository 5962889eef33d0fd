import { fetchUserInfo } from "openid-client";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { testAccount } from "../../../../test/test-api.ts";
import { Application, belair, callback, follow, intact, publicClient } from "./test/application.ts";
import { password } from "./test/gateway-test-api.ts";
import { createOidcTestApi, openBrowser, signInFor } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [first, second] = testApi.servers;
const application = await Application.discover(first);
const parameter = (url: string, name: string) => new URL(url).searchParams.get(name);

/** A browser that an application signed in, with the person's e-mail. */
async function signedIn() {
  const account = await testApi.createAccount();
  const browser = openBrowser(first);
  const { url, verifier } = await application.start();
  const tokens = await application.finish(await signInFor(browser, url, account.email), verifier);
  return { ...account, browser, tokens };
}

test("sends a person who logged in back to the application, with the claims of the scopes", async () => {
  const { email, tokens } = await signedIn();
  expect(tokens.claims()).toMatchObject({
    iss: `${belair}/oidc`,
    aud: "claims",
    email,
    locale: "fr-CA",
    brand: "belair",
    policies: [{ number: "K3M4821", company: "belair", role: "policyHolder" }],
    acr: "urn:vestibule:password",
    amr: ["pwd"],
  });
  const claims = await fetchUserInfo(application.configuration, tokens.access_token, tokens.claims()?.sub ?? "");
  expect(claims).toMatchObject({ email, brand: "belair" });
});

test("leaves out the claims of scopes that were not requested", async () => {
  const { browser } = await signedIn();
  const tokens = await application.signInAgain(browser, { scope: "openid" });
  expect(tokens.claims()).not.toHaveProperty("email");
  expect(tokens.claims()).not.toHaveProperty("policies");
});

test("works over two servers on one database", async () => {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(first);
  const other = openBrowser(second);
  const { url, verifier } = await application.start();
  await follow(browser, url.href);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  other.interaction = browser.interaction;
  const response = await other.signIn(email, password);
  const back = await follow(other, response.headers.get("location") ?? "");
  const fromSecond = await Application.discover(second);
  expect((await fromSecond.finish(back, verifier)).claims()).toMatchObject({ email });
});

test("sends a person with a sign-in ticket back, as after a registration or a new password", async () => {
  const { email, id } = await testApi.createAccount();
  const browser = openBrowser(first);
  const { url, verifier } = await application.start();
  await follow(browser, url.href);
  const form = {
    username: email,
    ticket: await testApi.issueTicket(id),
    "login-form-type": "ticket",
    ...browser.interactionField,
  };
  const response = await browser.post("/pkmslogin.form", form, { origin: belair });
  const tokens = await application.finish(await follow(browser, response.headers.get("location") ?? ""), verifier);
  expect(tokens.claims()).toMatchObject({ email });
});

test("signs a signed-in person in without a page", async () => {
  const { email, browser } = await signedIn();
  expect((await application.signInAgain(browser, { prompt: "none" })).claims()).toMatchObject({ email });
});

test("signs in a person who logged in at the gateway itself", async () => {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(first);
  await browser.signIn(email, password);
  expect((await application.signInAgain(browser, { prompt: "none" })).claims()).toMatchObject({ email });
});

test("answers prompt=none with login_required without a session", async () => {
  const { url } = await application.start({ prompt: "none" });
  const back = await follow(openBrowser(first), url.href);
  expect([parameter(back, "error"), parameter(back, "state")]).toEqual(["login_required", "kept-state"]);
});

test("asks for the password again once the gateway session has ended", async () => {
  const { email, browser } = await signedIn();
  await browser.get("/pkmslogout");
  expect(await follow(browser, (await application.start()).url.href)).toBe(`${belair}/`);
  const again = await browser.signIn(email, password);
  expect(await follow(browser, again.headers.get("location") ?? "")).toContain(callback);
});

test.each([
  ["prompt=login", { prompt: "login" }],
  ["max_age", { max_age: "60" }],
  ["max_age=0", { max_age: "0" }],
])("requires a new proof for %s, of the person who is signed in too", async (_name, parameters) => {
  const { email, browser, tokens } = await signedIn();
  await testApi.moveClock(120);
  const { url, verifier } = await application.start(parameters);
  expect(await follow(browser, url.href)).toBe(`${belair}/`);
  const response = await browser.signIn(email, password);
  const proven = await application.finish(await follow(browser, response.headers.get("location") ?? ""), verifier);
  expect(proven.claims()?.sub).toBe(tokens.claims()?.sub);
  expect(proven.claims()?.auth_time).toBeGreaterThanOrEqual(tokens.claims()?.auth_time ?? 0);
});

test("does not accept an existing session where the application requests a new proof", async () => {
  const { browser } = await signedIn();
  const { url } = await application.start({ prompt: "login" });
  await follow(browser, url.href);
  const [interaction] = [...browser.cookies].flatMap(([name, value]) => (name === "oidc-interactions" ? [value] : []));
  expect(await follow(browser, `/oidc/interaction/${interaction}`)).toBe(`${belair}/`);
});

test("accepts a recent session for max_age", async () => {
  const { email, browser } = await signedIn();
  expect((await application.signInAgain(browser, { max_age: "600" })).claims()).toMatchObject({ email });
});

test.each([
  ["id_token_hint", (idToken: string) => ({ id_token_hint: idToken })],
  ["the claim sub", (_: string, sub = "") => ({ claims: JSON.stringify({ id_token: { sub: { value: sub } } }) })],
] as const)(
  "returns login_required for anyone but the person whom %s names, and signs that person in",
  async (_, ask) => {
    const named = await signedIn();
    const other = await signedIn();
    const sub = named.tokens.claims()?.sub;
    const parameters = ask(named.tokens.id_token ?? "", sub);
    for (const browser of [openBrowser(first), other.browser]) {
      const { url } = await application.start(parameters);
      const back = await signInFor(browser, url, other.email);
      expect([back.split("?")[0], parameter(back, "error")]).toEqual([callback, "login_required"]);
    }
    const { url, verifier } = await application.start(parameters);
    const back = await signInFor(other.browser, url, named.email);
    expect((await application.finish(back, verifier)).claims()?.sub).toBe(sub);
    expect((await application.signInAgain(named.browser, parameters)).claims()?.sub).toBe(sub);
  },
);

test("passes language and e-mail of the request on to the login page", async () => {
  const browser = openBrowser(first);
  const { url } = await application.start({ ui_locales: "de en-CA fr", login_hint: "maelle@courrier.example" });
  expect(await follow(browser, url.href)).toBe(`${belair}/?language=en`);
  const hint = browser.cookies.get("login-hint")?.split(".")[0] ?? "";
  expect(JSON.parse(Buffer.from(hint, "base64url").toString())).toMatchObject({ value: "maelle@courrier.example" });
});

test.each(["", "unknown"])("refuses the scope %j by name, and not as if the person had refused", async (scope) => {
  const { browser } = await signedIn();
  const { url } = await application.start({ scope });
  const { searchParams } = new URL(await follow(browser, url.href));
  expect(searchParams.get("error")).toBe("invalid_scope");
});

test("accepts prompt=consent without asking", async () => {
  const { email, browser } = await signedIn();
  expect((await application.signInAgain(browser, { prompt: "consent" })).claims()).toMatchObject({ email });
});

test("gives a person another subject in each application and the same one each time", async () => {
  const { browser, tokens } = await signedIn();
  const other = await Application.discover(first, belair, publicClient);
  const subject = tokens.claims()?.sub;
  expect((await application.signInAgain(browser)).claims()?.sub).toBe(subject);
  expect((await other.signInAgain(browser)).claims()?.sub).not.toBe(subject);
});

test("keeps the brands apart", async () => {
  const { browser } = await signedIn();
  const ofIntact = await Application.discover(first, intact);
  const intactBrowser = openBrowser(first, intact);
  for (const [name, value] of browser.cookies) intactBrowser.cookies.set(name, value);
  const { url, verifier } = await ofIntact.start();
  expect(await follow(intactBrowser, url.href, intact)).toBe(`${intact}/`);
  const email = "at-intact@courrier.example";
  await testAccount(testApi, { email, password, brandId: "intact", personKey: "person at intact" });
  const tokens = await ofIntact.finish(await signInFor(intactBrowser, url, email, intact), verifier);
  expect(tokens.claims()).toMatchObject({ iss: `${intact}/oidc`, brand: "intact", email });
});

test("writes the sign-in into the audit trail and nothing personal into the log", async () => {
  const { email, id } = await signedIn();
  const { rows } = await testApi.pool.query(
    "select event, facts from audit_event where account_id = $1 order by id desc limit 1",
    [id],
  );
  expect(rows[0]).toMatchObject({ event: "application.signedIn", facts: { application: "claims" } });
  expect(testApi.logged.join("\n")).not.toContain(email);
});
