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

/** Where a slow connection pauses in a screen's document: in front of the first `before`. */
const pauses = [
  { screen: "login", width: 360, before: '<nav class="languages"' },
  { screen: "roadblock-block", width: 360, before: "</h1>" },
  { screen: "roadblock-block", width: 360, before: '<ul class="tiles"' },
  { screen: "account", width: 360, before: "</h1>" },
  { screen: "account-policies", width: 1280, before: "</h1>" },
];

story("a page does not move while a slow connection sends it", { tag: "@script" }, async ({ portal }) => {
  const { page, language } = portal;
  // Only the document is sent: what it loads is refused at once.
  await page.route(/\/assets\//, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  for (const { screen, width, before } of pauses)
    await story.step(`${screen} at ${width} px in front of ${before}`, async () => {
      const url = `/demo/screens/${screen}?brand=intact&province=qc&language=${language}`;
      const html = await (await page.request.get(url)).text();
      const middle = html.indexOf(before);
      expect(middle).toBeGreaterThan(0);
      const slow = await loopbackServer(async (_request, response) => {
        response.writeHead(200, { "content-type": "text/html" }).write(html.slice(0, middle));
        await pause(500);
        response.end(html.slice(middle));
      });
      await page.setViewportSize({ width, height: 640 });
      await page.goto(slow.origin);
      await expect(page.locator("h1")).toBeVisible();
      expect(await layoutShifts(page)).toEqual([]);
      await slow.close();
    });
});
