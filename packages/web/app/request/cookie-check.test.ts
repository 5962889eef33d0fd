import { describe, expect, test } from "vitest";
import { accountOf, linkClients, orderFor, orderLink } from "../../../../test/links.ts";
import { newPerson } from "../../../../test/registration.ts";
import { testAgents } from "../../../../test/test-api.ts";
import { openPortal, PortalBrowser, visibleText, wholePortal, words } from "../../test/portal-browser.ts";

const { testApi } = await openPortal();
const portal = await wholePortal(testApi, {
  api: { fetch: testApi.apis[0].fetch, serviceCredential: "another-credential" },
});

/** A browser that keeps no cookie. */
class BlockingBrowser extends PortalBrowser {
  override open(...input: Parameters<PortalBrowser["open"]>) {
    this.cookies.clear();
    return super.open(...input);
  }
  override post(...input: Parameters<PortalBrowser["post"]>) {
    this.cookies.clear();
    return super.post(...input);
  }
}

/** Follows redirects from a page and returns the page that they lead to. */
async function follow(
  browser: PortalBrowser,
  location: string | null,
  steps = 5,
): Promise<{ url: string; text: string }> {
  const page = await browser.open(location ?? "");
  if (page.location !== null && steps > 0) return follow(browser, page.location, steps - 1);
  return { url: location ?? "", text: visibleText(page) };
}

/** Looks a person up by policy number. */
async function identify(browser: PortalBrowser, { policy }: Awaited<ReturnType<typeof newPerson>>) {
  const [dobYear = "", dobMonth = "", dobDay = ""] = policy.dateOfBirth.split("-");
  const form = { ...policy, dobYear, dobMonth: String(Number(dobMonth)), dobDay };
  return (await browser.post("/registration/identification", form)).location;
}

const journeys: [string, string, (browser: PortalBrowser) => Promise<string | null>][] = [
  ["a sign-in that succeeded", "/?cookies=check", async () => "/webseal.do?TAM_OP=login_success&ERROR_CODE=0x38cf05e7"],
  ["a sign-in that was refused", "/?cookies=check", async () => "/webseal.do?TAM_OP=login&ERROR_CODE=0x132120c8"],
  [
    "a sign-in that leads to a roadblock",
    "/?cookies=check",
    async () => "/webseal.do?TAM_OP=acct_locked&ERROR_CODE=0x13212132",
  ],
  ["a sign-in that waits for the second proof", "/?cookies=check", async () => "/two-factor"],
  [
    "a first page of smart registration",
    "/create-an-account/identification/account-type?cookies=check",
    async (browser) => {
      const start = "/create-an-account/identification/account-type";
      await browser.open(start);
      return (await browser.post(start, { accountType: "policyHolder" })).location;
    },
  ],
  [
    "the login of an agent",
    "/agent?cookies=check",
    async (browser) => {
      const form = { act: "signIn", agentId: "amelie", loginPassword: testAgents.amelie };
      return (await browser.post("/agent", form)).location;
    },
  ],
  [
    "another language",
    "/help?cookies=check",
    async (browser) => (await browser.post("/preferences", { language: "en", returnTo: "/help" })).location,
  ],
  [
    "a first page of registration by policy number",
    "/registration/identification?cookies=check",
    async (browser) => identify(browser, await newPerson(testApi, { registry: "legacy" })),
  ],
  [
    "a lookup of a person who has an account",
    "/registration/identification?cookies=check",
    async (browser) => {
      const person = await newPerson(testApi);
      await accountOf(testApi, person);
      return identify(browser, person);
    },
  ],
  [
    "a lookup that leads to a roadblock",
    "/?cookies=check",
    async (browser) => identify(browser, await newPerson(testApi, { email: null, cell_phone: null })),
  ],
  [
    "a link that has ended",
    "/?cookies=check",
    async () => {
      const person = await newPerson(testApi);
      const { json } = await orderLink(linkClients(testApi).api, orderFor(person, { action: "DEFPWD_REGISTER" }));
      await testApi.pool.query("update link set expires_at = now() where brand = 'belair'");
      return `/?token=${json.token}`;
    },
  ],
  [
    "a request for a new password",
    "/?cookies=check",
    async (browser) => (await browser.post("/forgot", { email: "moi@courrier.example" })).location,
  ],
];

describe("without cookies", () => {
  test.each(journeys)("says that cookies are blocked after %s", async (_name, url, start) => {
    const browser = new BlockingBrowser(portal);
    const page = await follow(browser, await start(browser));
    expect(page.url).toBe(url);
    expect(page.text).toContain(words("frame:cookies.title"));
  });
});

test.each(["/", "/forgot", "/create-an-account/identification/account-type"])(
  "says nothing of cookies at %s in a browser that has none yet",
  async (path) => {
    expect(visibleText(await new PortalBrowser(portal).open(path))).not.toContain(words("frame:cookies.title"));
  },
);

test("says nothing of cookies after a session has ended in a browser that keeps them", async () => {
  const browser = new PortalBrowser(portal);
  const page = await browser.open("/verify");
  expect(page.location).toBe("/?cookies=check");
  const { url, text } = await follow(browser, page.location);
  expect(url).toBe("/");
  expect(text).not.toContain(words("frame:cookies.title"));
});

test.each([
  ["/agent?cookies=check", "/agent"],
  ["/help?language=fr&cookies=check", "/help?language=fr"],
  ["/forgot?cookies=check", "/forgot"],
])("leads from %s to %s once the browser has sent a cookie", async (checked, path) => {
  const browser = new PortalBrowser(portal);
  await browser.open("/verify");
  expect((await browser.open(checked)).location).toBe(path);
});

test("says it in French on a French page", async () => {
  const browser = new BlockingBrowser(portal);
  const { text } = await follow(browser, "/?cookies=check&language=fr&province=qc");
  expect(text).toContain(words("frame:cookies.title", "fr"));
});
