import { setTimeout as pause } from "node:timers/promises";
import { loopbackServer } from "../test/loopback-server.ts";
import { expect, layoutShifts, story } from "./portal.ts";
import { localesOf, openScreen } from "./screen-gallery.ts";

story(
  "the page that asks for a proof does not move for a late font or a password manager",
  { tag: "@script" },
  async ({ portal }) => {
    const { page, language } = portal;
    await page.route("**/*.woff2", async (route) => {
      await pause(500);
      await route.continue();
    });
    for (const locale of localesOf(language))
      await story.step(locale.brand, async () => {
        await openScreen(portal, "account-proof-passkey", locale);
        const hasFont = () =>
          document.fonts.ready.then((fonts) => [...fonts].some(({ status }) => status === "loaded"));
        expect(await page.evaluate(hasFont)).toBe(true);
        // A password manager focuses the field that it fills.
        await page.locator("main [autocomplete=username]").focus();
        expect(await layoutShifts(page)).toEqual([]);
      });
  },
);

story("the header does not move while a slow connection sends it", { tag: "@script" }, async ({ portal }) => {
  const { page } = portal;
  const html = await (await page.request.get("/?province=qc&language=fr")).text();
  const middle = html.indexOf("</a>", html.indexOf('class="header-tools"'));
  const slow = await loopbackServer(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).write(html.slice(0, middle));
    await pause(500);
    response.end(html.slice(middle));
  });
  await page.setViewportSize({ width: 360, height: 640 });
  // Only the document is sent: what it loads is refused at once.
  await page.route(/\/assets\//, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.goto(slow.origin);
  await expect(page.locator(".header-tools select")).toBeVisible();
  expect(await layoutShifts(page)).toEqual([]);
  await slow.close();
});

/** Where a slow connection pauses in a screen's document: in front of `before`, until `shown` is visible. */
interface Pause {
  screen: string;
  width: number;
  before: string;
  shown: string;
}

const pauses: readonly Pause[] = [
  { screen: "roadblock-block", width: 360, before: '<ul class="tiles"', shown: "h1" },
  { screen: "account", width: 360, before: '<ul class="tiles', shown: "h1" },
  { screen: "account-policies", width: 1280, before: "</h1>", shown: ".account-nav" },
];

story("a page does not move while a slow connection sends it", { tag: "@script" }, async ({ portal }) => {
  const { page, language } = portal;
  for (const { screen, width, before, shown } of pauses)
    await story.step(`${screen} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 640 });
      const { promise: isShown, resolve: sendRest } = Promise.withResolvers<void>();
      const url = `/demo/screens/${screen}?brand=intact&province=qc&language=${language}`;
      const html = await (await page.request.get(url)).text();
      const middle = html.indexOf(before);
      expect(middle).toBeGreaterThan(0);
      const slow = await loopbackServer(async (_request, response) => {
        response.writeHead(200, { "content-type": "text/html" }).write(html.slice(0, middle));
        await isShown;
        response.end(html.slice(middle));
      });
      // Only the document is sent: what it loads is refused at once.
      await page.route(/\/assets\//, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
      await page.goto(slow.origin, { waitUntil: "commit" });
      await expect(page.locator(shown).first()).toBeVisible();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      sendRest();
      await page.waitForLoadState();
      expect(await layoutShifts(page)).toEqual([]);
      await slow.close();
    });
});
