import { expect, Portal, story } from "./portal.ts";

/** With JavaScript, in French only: the page behaves the same in both languages. */
const once = { tag: ["@script", "@branch"] };

story("F-34 a lost response keeps the page and the typed values", once, async ({ portal }) => {
  // A separate page, because the browser itself logs an aborted request.
  const page = await portal.page.context().newPage();
  const away = new Portal(page, portal.browserProfile);
  const email = "maelle@courrier.example";
  await away.open("/forgot");
  await away.fill({ email });
  await page.route("**/*", (route) => route.abort());
  const lost = away.main.getByRole("status").filter({ hasText: away.words("frame:connection.lost.title") });
  for (const _time of ["first", "again"]) {
    await away.send("email");
    await expect(lost).toContainText(away.words("frame:connection.lost"));
    await expect(away.main.locator(".notice")).toBeFocused();
    await expect(away.field("email")).toHaveValue(email);
  }
  await away.hasNoBarrier();
  await page.unrouteAll();
  await away.send("email");
  await away.isAt("/verify");
  await expect(lost).toHaveCount(0);
});

story("F-34 offline, the list of provinces keeps the page's province", once, async ({ portal }) => {
  const { page } = portal;
  await portal.open("/help");
  await page.context().setOffline(true);
  const list = page.locator("#header-province");
  await list.selectOption("on");
  await portal.says(portal.words("frame:connection.offline"));
  await expect(list).toHaveValue("qc");
  await page.context().setOffline(false);
  await portal.switchProvince("on");
});

story("F-34 offline, the exits of a roadblock stay on the page with its telephone number", once, async ({ portal }) => {
  const { page } = portal;
  await portal.open("/demo/screens/roadblock-technical");
  await page.context().setOffline(true);
  await portal.press("roadblock:exit.retry");
  await portal.says(portal.words("frame:connection.offline"));
  await expect(portal.main.locator("a[href^='tel:']")).toBeVisible();
  await page.context().setOffline(false);
  await portal.says(portal.words("frame:connection.back.title"));
  await portal.press("roadblock:exit.retry");
  await portal.isAt("/");
});

story("a response that the page cannot read leads to the error page in the brand's look", once, async ({ portal }) => {
  // A separate page, because the browser itself logs the refused request.
  const page = await portal.page.context().newPage();
  const away = new Portal(page, portal.browserProfile);
  await away.open("/forgot");
  const font = await away.main
    .locator("button")
    .first()
    .evaluate((button) => getComputedStyle(button).fontFamily);
  await page.route("**/*.data*", (route) =>
    route.fulfill({ status: 403, body: "Forbidden", contentType: "text/plain" }),
  );
  await away.fill({ email: "maelle@courrier.example" });
  await away.send("email");
  await expect(away.main.getByRole("link", { name: "Revenir à l’accueil" })).toBeVisible();
  await expect(away.main.locator(".button").first()).toHaveCSS("font-family", font);
});
