import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { Application, belair, callback, follow, publicClient } from "./test/application.ts";
import { password, wrongPassword } from "./test/gateway-test-api.ts";
import { createOidcTestApi, openBrowser } from "./test/oidc-test-api.ts";

const testApi = closeAfterTests(await createOidcTestApi());
const [server] = testApi.servers;
const claims = await Application.discover(server);
const quotes = await Application.discover(server, belair, publicClient);
const quotesCallback = publicClient.redirectUris[0] ?? "";

type Browser = ReturnType<typeof openBrowser>;

/** Opens the login page of an application in a tab, and returns its interaction. */
async function openTab(browser: Browser, application: Application): Promise<string> {
  await follow(browser, (await application.start()).url.href);
  return browser.interaction ?? "";
}

async function logIn(browser: Browser, form: Record<string, string>): Promise<string> {
  const fields = { username: form.email ?? "", password, "login-form-type": "pwd", ...form };
  const response = await browser.post("/pkmslogin.form", fields, { origin: belair });
  return follow(browser, response.headers.get("location") ?? "");
}

describe("two tabs with the login pages of two applications", () => {
  test("each lead to their own application, in any order", async () => {
    const { email } = await testApi.createAccount();
    const browser = openBrowser(server);
    const first = await openTab(browser, claims);
    const second = await openTab(browser, quotes);
    expect(await logIn(browser, { email, interaction: first })).toContain(callback);
    expect(await logIn(browser, { email, interaction: second })).toContain(quotesCallback);
  });

  test("return to their own login page after a wrong password", async () => {
    const { email } = await testApi.createAccount();
    const browser = openBrowser(server);
    const first = await openTab(browser, claims);
    await openTab(browser, quotes);
    const refused = new URL(await logIn(browser, { email, password: wrongPassword, interaction: first }));
    expect(refused.searchParams.get("URL")).toBe(`/pkmslogin.form?interaction=${first}`);
  });
});

describe("a login that begins at the portal itself", () => {
  test("is not taken over by an application whose login was given up", async () => {
    const { email } = await testApi.createAccount();
    const browser = openBrowser(server);
    await openTab(browser, claims);
    expect(await logIn(browser, { email })).toContain("/webseal.do?TAM_OP=login_success");
  });

  test("returns to the page that was asked for, also after another application's login was given up", async () => {
    const { email } = await testApi.createAccount();
    const browser = openBrowser(server);
    await openTab(browser, claims);
    const refused = new URL(await logIn(browser, { email, password: wrongPassword }));
    expect(refused.searchParams.get("URL")).toBe("/pkmslogin.form");
  });
});

test("does not continue the interaction of another browser", async () => {
  const { email } = await testApi.createAccount();
  const interaction = await openTab(openBrowser(server), claims);
  expect(await logIn(openBrowser(server), { email, interaction })).toContain("/webseal.do?TAM_OP=login_success");
});

test("says in both languages that an application's login needs cookies, where the browser kept none", async () => {
  const { url } = await claims.start();
  const arrived = await openBrowser(server).send("GET", `${url.pathname}${url.search}`, { headers: {} });
  const page = await follow(openBrowser(server), arrived.headers.get("location") ?? "");
  expect(page).toContain("This browser must accept cookies.");
  expect(page).toContain("Ce navigateur doit accepter les témoins.");
});

test.each(["", "short", "../../evil", "a".repeat(61)])("ignores the malformed interaction %j", async (interaction) => {
  const { email } = await testApi.createAccount();
  expect(await logIn(openBrowser(server), { email, interaction })).toContain("/webseal.do?TAM_OP=login_success");
});

test("names the applications that wait in a signed cookie, until their login is finished", async () => {
  const { email } = await testApi.createAccount();
  const browser = openBrowser(server);
  const first = await openTab(browser, claims);
  const second = await openTab(browser, quotes);
  const waiting = () => {
    const [value = ""] = browser.cookies.get("waiting-applications")?.split(".") ?? [];
    return value && JSON.parse(JSON.parse(Buffer.from(value, "base64url").toString()).value);
  };
  const name = { en: "Claims", fr: "Réclamations" };
  expect(waiting()).toEqual({ [first]: name, [second]: name });
  await logIn(browser, { email, interaction: second });
  expect(waiting()).toEqual({ [first]: name });
});
