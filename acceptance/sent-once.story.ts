import { accountEmailOf, oldPassword } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";

const once = { tag: "@script" };

/** Paths of the forms that the page sends from now on. */
function postsOf({ page }: Portal): string[] {
  const posted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posted.push(new URL(request.url()).pathname);
  });
  return posted;
}

/** Holds the scripts of the next pages back until `arrive` is called. */
async function holdScripts({ page }: Portal) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return arrive;
}

story("a form that is sent again before the page shows the first press arrives once", once, async ({ portal }) => {
  const { page } = portal;
  await portal.open("/forgot");
  await portal.fill({ email: "deux-fois@courrier.example" });
  const posted = postsOf(portal);
  await page.locator("main form", { has: page.locator("[name=email]") }).evaluate((form: HTMLFormElement) => {
    const { fetch } = window;
    window.fetch = (...request) => {
      window.fetch = fetch;
      const response = fetch(...request);
      form.requestSubmit();
      return response;
    };
    form.requestSubmit();
  });
  await portal.isAt("/verify");
  expect(posted).toEqual(["/forgot.data"]);
});

story("a button that is pressed again before the response sends once", once, async ({ portal }) => {
  const { page } = portal;
  await portal.open("/");
  const posted = postsOf(portal);
  await page.route("**/create-an-account/start.data", async (route) => {
    await button.press("Enter");
    await route.continue();
  });
  const button = portal.main.getByRole("button", { name: portal.words("login:signUp") });
  await button.press("Enter");
  await portal.isAt("/create-an-account/identification/account-type");
  expect(posted).toEqual(["/create-an-account/start.data"]);
});

story(
  "Enter before the scripts are there logs in once, without the page for browsers without scripts",
  once,
  async ({ portal, browserProfile }) => {
    const { page } = portal;
    const arrive = await holdScripts(portal);
    await page.goto(`/?province=qc&language=${portal.language}`, { waitUntil: "domcontentloaded" });
    await portal.fill({ email: accountEmailOf("early", browserProfile), loginPassword: oldPassword });
    const posted = postsOf(portal);
    await portal.field("loginPassword").press("Enter");
    await portal.field("loginPassword").press("Enter");
    arrive();
    await portal.isAt("/account");
    expect(posted).toEqual(["/_.data", "/pkmslogin.form"]);
  },
);

story("a form is sent although the scripts of its page do not arrive", once, async ({ portal }) => {
  const { page } = portal;
  const arrive = await holdScripts(portal);
  await page.clock.install();
  await page.goto(`/forgot?province=qc&language=${portal.language}`, { waitUntil: "domcontentloaded" });
  await portal.fill({ email: "sans-script@courrier.example" });
  await portal.field("email").press("Enter");
  await page.clock.runFor(10_000);
  await expect(page).toHaveURL(/\/verify$/);
  arrive();
});
