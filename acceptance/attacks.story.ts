import type { Page } from "@playwright/test";
import { accountEmailOf, newEmailOf, oldPassword } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { portalOrigin } from "./ports.ts";
import {
  arrivesAfterReset,
  choosePassword,
  enterCode,
  newPassword,
  paths,
  personFor,
  requestReset,
  signIn,
  startRegistration,
  submitEmail,
} from "./registering.ts";

const once = { tag: ["@script", "@branch"] };
const portalUrl = `${portalOrigin()}/`;

/** Opens a page of another site in the same browser. */
async function openForeignPage(portal: Portal, body: string): Promise<Page> {
  const page = await portal.page.context().newPage();
  await page.route("http://evil.example/", (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto("http://evil.example/");
  return page;
}

story("A-016 a page that claims success does not make the server go on", once, async ({ portal, browserProfile }) => {
  const { page } = portal;
  const { email } = personFor(portal, "claimedSuccess");
  await startRegistration(portal);
  await submitEmail(portal, email);
  await portal.isAt(paths.code);
  // Does what a manipulated response would make the page do: opens the next page and sends its form.
  await page.goto(paths.create);
  await portal.isAt(paths.code);
  const { status, location } = await page.evaluate(
    async ({ path, password }) => {
      const body = new URLSearchParams({ password, passwordConfirmation: password, terms: "true" });
      const response = await fetch(path, { method: "POST", body });
      return { status: response.status, location: new URL(response.url).pathname };
    },
    { path: paths.create, password: newPassword },
  );
  expect({ status, location }, browserProfile).toEqual({ status: 200, location: paths.code });
  await page.reload();
  await enterCode(portal, await portal.codeFor(email));
  await portal.isAt(paths.create);
});

story(
  "A-026 a resend shows that it is busy for a second, and a second press sends nothing",
  once,
  async ({ portal }) => {
    const { page } = portal;
    await page.clock.install();
    await requestReset(portal, newEmailOf("claimedSuccess", portal.browserProfile));
    await page.clock.pauseAt(Date.now() + 60_000);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    const button = portal.main.getByRole("button", { name: portal.words("recovery:verify.resend"), exact: true });
    await expect(button).toBeEnabled();
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await button.dblclick();
    await answered;
    const busy = portal.main.getByText(portal.words("common:sending"), { exact: true });
    await expect(busy.first()).toBeVisible();
    await page.clock.runFor(400);
    await page.waitForLoadState("networkidle");
    await page.clock.runFor(400);
    await expect(busy.first()).toBeVisible();
    await page.clock.resume();
    await expect(busy.first()).toBeHidden();
    expect(sent).toHaveLength(1);
  },
);

story("A-146 no page of the portal is shown inside another site's page", once, async ({ portal }) => {
  const frames = ["<iframe src", "<iframe sandbox='allow-scripts allow-same-origin' src", "<object data"];
  const body = frames.map((start) => `${start}="${portalUrl}"></${start.slice(1, 7)}>`).join("");
  const page = await openForeignPage(portal, body);
  const shown = () => page.frames().filter((frame) => frame !== page.mainFrame() && !frame.isDetached());
  await expect.poll(() => shown().map((frame) => frame.url())).toContain("chrome-error://chromewebdata/");
  await expect.poll(() => shown().filter((frame) => frame.url().startsWith(portalUrl))).toEqual([]);
  await expect(page.locator("iframe")).toHaveCount(2);
});

story("A-154 messages that another site posts to the window change nothing", once, async ({ portal }) => {
  const messages = [
    { type: "province", province: "ab" },
    { province: "ab", language: "en", token: "x".repeat(43) },
    JSON.parse('{"__proto__":{"verified":true}}'),
    "location=http://evil.example/",
  ];
  await portal.open("/");
  const before = await portal.page.context().cookies();
  await portal.page.evaluate((posted) => {
    for (const data of posted) dispatchEvent(new MessageEvent("message", { data, origin: "http://evil.example" }));
  }, messages);
  const foreign = await openForeignPage(portal, "<p>not the portal</p>");
  const opened = foreign.waitForEvent("popup");
  await foreign.evaluate((url) => Object.assign(globalThis, { portal: open(url) }), portalUrl);
  const popup = await opened;
  await popup.waitForLoadState();
  await foreign.evaluate((posted) => {
    const { portal: target } = globalThis as unknown as { portal: Window };
    for (const data of posted) target.postMessage(data, "*");
  }, messages);
  for (const page of [portal.page, popup]) {
    await expect(page.getByLabel(portal.words("frame:header.province"), { exact: true })).toHaveValue("qc");
    await expect(page.locator("html")).toHaveAttribute("lang", `${portal.language}-CA`);
    expect(await page.evaluate(() => (({}) as { verified?: boolean }).verified)).toBeUndefined();
    expect(new URL(page.url()).pathname).toBe("/");
  }
  expect(await portal.page.context().cookies()).toEqual(before);
});

story(
  "A-127 A-128 a mail scanner that runs scripts and presses every button uses up no link, and passes its token on to nobody",
  { tag: ["@script", "@branch", "@nightly"] },
  async ({ portal, browserProfile, browser }) => {
    const email = accountEmailOf("scannedLink", browserProfile);
    await requestReset(portal, email);
    const { link } = await portal.newestLetter(email);
    const { search, searchParams } = new URL(link ?? "");
    const token = searchParams.get("token") ?? "no token";

    const context = await browser.newContext();
    const scanner = await context.newPage();
    await context.route(
      ({ origin }) => origin !== portalOrigin(),
      (route) => route.fulfill({ body: "elsewhere" }),
    );
    const requests: string[] = [];
    context.on("request", (request) =>
      requests.push(JSON.stringify([request.url(), request.headers(), request.postData()])),
    );
    await scanner.goto(`${portalUrl}${search}`);
    const page = scanner.url();
    const pressable = scanner.locator("main [type=submit], main a, footer a");
    const count = await pressable.count();
    expect(count).toBeGreaterThan(3);
    for (let index = 0; index < count; index++) {
      await scanner.goto(page);
      await pressable.nth(index).dispatchEvent("click");
      await scanner.waitForLoadState("networkidle");
    }
    expect(requests.length).toBeGreaterThan(count);
    // The first request is that of the scanner itself.
    expect(requests.filter((request) => request.includes(token))).toEqual(requests.slice(0, 1));
    await context.close();

    await portal.followElsewhere(link);
    await portal.isAt("/reset");
    const { postalCode } = personFor(portal, "scannedLink");
    await choosePassword(portal, { postalCode });
    await arrivesAfterReset(portal);
  },
);

story("A-109 A-149 markup in a parameter, a fragment or a field runs no script", once, async ({ portal }) => {
  const { page } = portal;
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const markup = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
  const names = ["ERROR_CODE", "province", "emailSource", "token", "username", "URL", "back", "code"];
  const query = new URLSearchParams(names.map((name) => [name, markup]));
  const files = ["/", "/forgot", "/webseal.do", "/create-an-account/identification", "/roadblock/technical"];
  for (const path of files) {
    await page.goto(`${path}?language=${portal.language}&${query}#${encodeURIComponent(markup)}`);
    await portal.listens();
    await expect(page.locator("img[src=x]")).toHaveCount(0);
  }
  await portal.open("/");
  await signIn(portal, { email: newEmailOf("sharedDevice", portal.browserProfile), password: '"><script>alert(3)' });
  await expect(page.locator(":focus [role=alert]")).toContainText(portal.words("forms:login.error"));
  expect(dialogs).toEqual([]);
});

story(
  "A-110 A-152 a double click signs in once, and Back after logging out shows nothing personal",
  once,
  async ({ portal, browserProfile }) => {
    const { page } = portal;
    const email = accountEmailOf("sharedDevice", browserProfile);
    const personal = [email, oldPassword, personFor(portal, "sharedDevice").firstName];
    const posted: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posted.push(new URL(request.url()).pathname);
    });
    await portal.open("/");
    await portal.fill({ email, loginPassword: oldPassword });
    await page
      .locator("main form", { has: page.locator("[name=loginPassword]") })
      .locator("[type=submit]")
      .dblclick();
    await portal.isAt("/account");
    expect(posted.filter((path) => path === "/pkmslogin.form")).toHaveLength(1);
    await expect(portal.main).toContainText(personal[2]?.split("-")[0] ?? "");
    await portal.follow("account:signOut");
    await portal.isAt("/");
    // The account page asks the person to sign in again.
    await page.goBack();
    await portal.isAt("/");
    const kept = await page.evaluate(() => [
      document.documentElement.outerHTML,
      [...document.querySelectorAll("input")].map(({ value }) => value),
      { ...localStorage, ...sessionStorage },
      document.cookie,
    ]);
    expect(personal.filter((text) => JSON.stringify(kept).includes(text))).toEqual([]);
  },
);
