import { readFile } from "node:fs/promises";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { openAgentPage, signIn as signInAgent } from "./agents-desk.ts";
import { accountEmailOf, oldPassword } from "./people.ts";
import { expect, story } from "./portal.ts";
import { openAccount, signIn } from "./registering.ts";

story("a person logs another browser out and forgets it", { tag: "@plain" }, async ({ portal, browser }) => {
  await openAccount(portal, "twoBrowsers");
  const other = await openAgentPage(browser, portal);
  await openAccount(other, "twoBrowsers");
  await portal.goTo("/account/sessions");
  await portal.asks("security:sessions.title");
  await portal.hasNoBarrier();
  await portal.main
    .getByRole("button", { name: portal.words("security:sessions.end") })
    .first()
    .click();
  await portal.says(portal.words("security:sessions.done.session"));
  await portal.says(portal.words("security:sessions.onlyThis"));
  await other.page.goto("/account");
  await other.isAt("/");
  await other.page.context().close();
  await portal.says(portal.words("security:browsers.current"));
  await portal.press("security:browsers.forgetOthers");
  await portal.says(portal.words("security:sessions.done.browsers", { count: 1 }));
  await portal.says(portal.words("security:browsers.current"));
  await portal.main
    .getByRole("button", { name: portal.words("security:browsers.forget") })
    .last()
    .click();
  await portal.says(portal.words("security:sessions.done.browser"));
  // Each message gets the focus, since the pressed button is no longer on the page.
  const message = portal.main.locator(".notice", { hasText: portal.words("security:sessions.done.browser") });
  if (!portal.isPlain) await expect(message).toBeFocused();
  await portal.says(portal.words("security:browsers.none"));
});

story(
  "“It wasn’t me” freezes the account, and an agent lifts it",
  { tag: "@plain" },
  async ({ portal, browser, browserProfile }) => {
    await openAccount(portal, "frozen");
    await portal.goTo("/account/activity");
    await portal.says(portal.words("security:did.signedIn"));
    await portal.hasNoBarrier();
    await portal.main
      .getByRole("link", { name: portal.words("security:activity.deny") })
      .first()
      .click();
    await portal.asks("security:freeze.title");
    await portal.says(portal.words("security:did.signedIn"));
    await portal.main.getByRole("button", { name: portal.words("security:freeze.do") }).click();
    const { path } = roadblocks["account-frozen"];
    await portal.isAt(path);
    const reference = await portal.main.locator(".reference").innerText();

    await portal.open("/");
    await signIn(portal, { email: accountEmailOf("frozen", browserProfile), password: oldPassword });
    await portal.isAt(path);

    const desk = await openAgentPage(browser, portal);
    await signInAgent(desk, "amelie");
    await desk.fill({ reference });
    await desk.send("reference");
    await desk.says(desk.words("agent:event.account.frozen"));
    await desk.says(desk.words("security:did.signedIn"));
    await desk.press("agent:act.unfreeze");
    await desk.says(desk.words("agent:done.unfreeze"));
    // The second of two acts in a row is said as the first one is.
    await desk.main.locator("details summary").first().click();
    await desk.main.locator("details[open]").getByRole("button").click();
    await desk.says(desk.words("agent:done.link"));
    if (!desk.isPlain) await expect(desk.main.locator(".notice").first()).toBeFocused();
    await desk.page.context().close();

    await portal.open("/");
    await signIn(portal, { email: accountEmailOf("frozen", browserProfile), password: oldPassword });
    await portal.isAt(roadblocks["forgot-password"].path);
  },
);

story(
  "a person reads and downloads what is kept, and closes the account",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    const email = accountEmailOf("closed", browserProfile);
    await openAccount(portal, "closed");
    await portal.goTo("/account/my-data");
    await portal.asks("ownData:title");
    await portal.main.locator("details").first().locator("summary").click();
    await portal.says(email);
    await portal.hasNoBarrier();
    const [download] = await Promise.all([
      portal.page.waitForEvent("download"),
      portal.main.getByRole("link", { name: portal.words("ownData:download"), exact: true }).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), "utf8")).data.account[0].email).toBe(email);

    await portal.follow("ownData:close");
    await portal.asks("ownData:closing.title");
    await portal.main.getByRole("button", { name: portal.words("ownData:closing.do") }).click();
    await portal.says(portal.words("fields:closing.required"));
    await portal.field("closing").check({ force: true });
    await portal.main.getByRole("button", { name: portal.words("ownData:closing.do") }).click();
    await portal.isAt("/");
    await portal.says(portal.words("login:notice.accountClosed.title"));
    await expect.poll(async () => (await portal.lettersTo(email)).length).toBeGreaterThan(0);
    await signIn(portal, { email, password: oldPassword });
    await portal.says(portal.words("forms:login.error"));
  },
);
