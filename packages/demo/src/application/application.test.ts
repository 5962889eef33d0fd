import { Browser } from "@vestibule/api/gateway/test/browser.ts";
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
  return pathname === "/" ? `${pathname}${search}` : follow(browser, `${pathname}${search}`);
}

test("signs a person in by the portal, shows what it learned, and signs them out", async () => {
  await testAccount(testApi, { email, password, personKey: "a visitor of the application" });
  const browser = openBrowser();
  expect(await follow(browser, "/demo/application?language=fr")).toContain("Un autre site de l’assureur");
  const login = new URL(await follow(browser, "/demo/application/start"), demoOrigin);
  expect([login.pathname, login.searchParams.get("language")]).toEqual(["/", "fr"]);
  const response = await browser.signIn(email, password);
  const back = await follow(browser, response.headers.get("location") ?? "");
  for (const text of ["De retour, session ouverte", email, "K3M4821", "fr-CA"]) expect(back).toContain(text);

  expect(await follow(browser, "/demo/application/start?again=yes")).toMatch(/^\/\?interaction=.+&language=fr$/);
  expect(await follow(browser, "/demo/application/logout")).toContain("Voulez-vous fermer votre session?");
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
