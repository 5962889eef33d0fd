import { expect, test } from "vitest";
import { testBrands } from "../../../../../test/book-file.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { testAccount } from "../../../../../test/test-api.ts";
import { PortalBrowser, wholePortal } from "../../../test/portal-browser.ts";

const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;
const refused = "/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8";
const help = "/roadblock/login-difficulties";

const brands = await testBrands();
const brand = { ...brands.defaultBrand, gateway: outside };
const testApi = await openTestApi({ brands: { ...brands, byApiKey: () => brand, byHost: () => brand } });
const portal = await wholePortal(testApi);
await testAccount(testApi, { email: "connue@courrier.example", password: "Grand-Vent-42" });

/** One failed login at an external gateway, which reports only a wrong password. Returns where the portal redirects. */
async function fail(browser: PortalBrowser, email: string) {
  await browser.post("/", { email, loginPassword: "Marais-43-vert!" });
  return (await browser.open(refused)).location;
}

test.each(["connue@courrier.example", "inconnue@courrier.example"])(
  "logins of %s that an external gateway refuses lead to help after 3 to 6 attempts, from any browser",
  async (email) => {
    let tries = 1;
    while ((await fail(new PortalBrowser(portal), email)) === "/") tries += 1;
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(tries).toBeLessThanOrEqual(6);
    const browser = new PortalBrowser(portal);
    expect(await fail(browser, email)).toBe(help);
    expect((await browser.open(help)).status).toBe(200);
    // Logins are not blocked: the gateway is still asked.
    expect((await browser.post("/", { email, loginPassword: "x" })).main).toContain('action="https://signon.example');
  },
);

test("does not count a response of the gateway that belongs to no login", async () => {
  const browser = new PortalBrowser(portal);
  browser.cookies.set("language", "en");
  for (let visits = 0; visits < 10; visits++) expect((await browser.open(refused)).location).toBe("/");
});

test("A-113 counts a refusal once, however often its return is replayed", async () => {
  const browser = new PortalBrowser(portal);
  await browser.post("/", { email: "rejouee@courrier.example", loginPassword: "x" });
  const before = new Map(browser.cookies);
  for (let plays = 0; plays < 10; plays++) {
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect((await browser.open(refused)).location).toBe("/");
  }
});
