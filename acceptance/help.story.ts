import { expect, story } from "./portal.ts";

story(
  "opening the help does not move anything above it, at any window width",
  { tag: "@script" },
  async ({ portal }) => {
    const { page } = portal;
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await portal.open("/");
      const title = portal.main.getByRole("heading", { level: 1 });
      const help = page.locator(".help");
      const placeOf = async () => (await title.boundingBox())?.y ?? 0;
      const scrolled = () => page.evaluate(() => window.scrollY);
      const before = (await placeOf()) + (await scrolled());
      await help.locator("summary").click();
      await expect(help.locator(".help-options")).toBeVisible();
      expect((await placeOf()) + (await scrolled())).toBe(before);
    }
  },
);
