import { expect, story } from "./portal.ts";

for (const [preference, isMoved] of [
  ["no-preference", true],
  ["reduce", false],
] as const)
  story(
    `a new screen ${isMoved ? "comes in with a motion" : "appears at once where less motion is asked for"}`,
    { tag: ["@script", "@branch"] },
    async ({ portal }) => {
      const { page } = portal;
      await page.emulateMedia({ reducedMotion: preference });
      await page.addInitScript(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...input) {
          document.documentElement.dataset.animated = this.id;
          return animate.apply(this, input);
        };
      });
      await portal.open("/");
      await portal.main.locator("a[href='/forgot']").click();
      await portal.isAt("/forgot");
      await expect(portal.main.locator("h1")).toBeFocused();
      await expect(page.locator("html[data-animated=main]")).toHaveCount(isMoved ? 1 : 0);
    },
  );
