import { setTimeout as pause } from "node:timers/promises";
import { expect, measureLayoutShift, story } from "./portal.ts";
import { localesOf, openScreen } from "./screen-gallery.ts";

story(
  "the page that asks for a proof does not move for a late font or a password manager",
  { tag: ["@script", "@language"] },
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
        expect(await measureLayoutShift(page)).toBe(0);
      });
  },
);
