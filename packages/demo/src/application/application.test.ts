import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { afterAll, expect, test } from "vitest";
import { testAccount } from "../../../../test/test-api.ts";
import { demoRoutes } from "../guide.route.ts";
import { demoOrigin, openDemo } from "../test/open-demo.ts";

const { testApi, deps } = await openDemo();
afterAll(() => testApi.close());
const guide = demoRoutes(deps);
const email = "visite@courrier.example";
const password = "Grand-Vent-42";

const openBrowser = () =>
  new Browser((request) => {
    const { pathname } = new URL(request.url);
    return pathname.startsWith("/demo") ? guide.fetch(request) : deps.gateway.fetch(request);
  }, demoOrigin);

async function follow(browser: Browser, path: string): Promise<string> {
  const response = await browser.get(path, { accept: "text/html" });
  const location = response.headers.get("location");
  if (location === null) return response.text();
  const { pathname, search } = new URL(location, demoOrigin);
  return portalPages.includes(pathname) ? `${pathname}${search}` : follow(browser, `${pathname}${search}`);
}

/** Pages of the portal, which these routes do not serve. */
const portalPages = ["/", "/two-factor", "/webseal.do"];

/** Signs in from the application, by the password of a person of the sample who has a mobile number on file. */
async function openApplication() {
  const browser = openBrowser();
  await follow(browser, "/demo/application/start");
  await browser.signIn("elise.leboeuf@boite.example", "Rivage-Dore-17");
  expect(await follow(browser, "/demo/application/start")).toContain("You are back, logged in");
  const { rows } = await testApi.pool.query("select id from account where email = 'elise.leboeuf@boite.example'");
  return { browser, accountId: rows[0].id };
}

test("signs a person in by the portal, shows what it learned, and signs them out", async () => {
  const person = { firstName: "Maëlle", lastName: "St-Onge", dateOfBirth: "1988-02-29" };
  await testAccount(testApi, { email, password, personKey: personKey(person) });
  const browser = openBrowser();
  expect(await follow(browser, "/demo/application?language=fr")).toContain("Le site d’une autre entreprise");
  const login = new URL(await follow(browser, "/demo/application/start"), demoOrigin);
  expect([login.pathname, login.searchParams.get("language")]).toEqual(["/", "fr"]);
  const response = await browser.signIn(email, password);
  const back = await follow(browser, response.headers.get("location") ?? "");
  for (const text of ["De retour, session ouverte", email, "K3M4821", "fr-CA"]) expect(back).toContain(text);

  expect(await follow(browser, "/demo/application/start?again=yes")).toMatch(/^\/\?interaction=.+&language=fr$/);
  expect(await follow(browser, "/demo/application/logout")).toContain("Voulez-vous fermer votre session?");
});

test("shows the policy to a person who is signed in, and asks for a second proof before the bank account", async () => {
  const { browser, accountId } = await openApplication();
  const policy = await browser.get("/demo/application/policy");
  expect(await policy.text()).toContain("K3M5177: claims are paid into the account ending in 4207.");

  expect(await follow(browser, "/demo/application/bank-account")).toBe("/two-factor");
  await testApi.pool.query("update gateway_session set second_factor = 'text' where account_id = $1", [accountId]);
  const allowed = await follow(browser, "/demo/application/bank-account");
  for (const text of ["You may change your bank account", "urn:vestibule:two-factor"]) expect(allowed).toContain(text);
  expect((await browser.get("/demo/application/bank-account")).status).toBe(200);

  await follow(browser, "/demo/application/logout");
  const again = await browser.get("/demo/application/bank-account");
  expect(again.headers.get("location")).toContain("/oidc/authorize?");
});

test("says that a second proof is missing where the person has no method for it, and asks again later", async () => {
  const { browser, accountId } = await openApplication();
  await testApi.pool.query(
    "insert into held_second_factor (account_id, method) select $1, unnest(array['text', 'call', 'email'])",
    [accountId],
  );
  expect(await follow(browser, "/demo/application/bank-account")).toContain("This needs a second proof");
  await testApi.pool.query("delete from held_second_factor where account_id = $1", [accountId]);
  expect(await follow(browser, "/demo/application/bank-account")).toBe("/two-factor");
});

test.each(["expired", ""])(
  "asks for the second proof where the access token is also too old or missing: %o",
  async (accessToken) => {
    const { browser } = await openApplication();
    browser.cookies.set("demo-application-token", encodeURIComponent(JSON.stringify({ accessToken })));
    expect(await follow(browser, "/demo/application/bank-account")).toBe("/two-factor");
  },
);

test("renews an access token that has expired without a page of the portal", async () => {
  const { browser } = await openApplication();
  browser.cookies.set("demo-application-token", encodeURIComponent('{"accessToken":"expired"}'));
  expect(await follow(browser, "/demo/application/policy")).toContain("Your policy");
});

test("hands its sign-in over to the browser, once the portal's session has ended", async () => {
  const { browser, accountId } = await openApplication();
  await testApi.pool.query("delete from gateway_session where account_id = $1", [accountId]);
  const opened = await browser.get("/demo/application/account");
  expect(opened.headers.get("location")).toMatch(/^\/oidc\/handover\?token=/);
  await browser.get(opened.headers.get("location") ?? "");
  const { rows } = await testApi.pool.query("select count(*)::int from gateway_session where account_id = $1", [
    accountId,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
});

test("asks for a login where it has no token to hand over", async () => {
  const { browser } = await openApplication();
  browser.cookies.delete("demo-application-token");
  const response = await browser.get("/demo/application/account");
  expect(response.headers.get("location")).toContain("/oidc/authorize?");
});

test.each(["null", "5", '{"claims":null}', '{"claims":{"policies":[null]}}'])(
  "shows its page whatever the session cookie holds: %s",
  async (content) => {
    const cookie = `demo-application-session=${encodeURIComponent(content)}`;
    const response = await guide.request(`${demoOrigin}/demo/application`, { headers: { cookie } });
    expect(response.status).toBe(200);
    const signOut = await guide.request(`${demoOrigin}/demo/application/logout`, { headers: { cookie } });
    expect([signOut.status, signOut.headers.get("location")]).toEqual([303, "/demo/application"]);
  },
);

test("says that a sign-in was not completed", async () => {
  const page = await follow(openBrowser(), "/demo/application/callback?error=access_denied&state=unknown");
  expect(page).toContain("The login was not completed");
});
