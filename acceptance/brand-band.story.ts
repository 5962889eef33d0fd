import { gzipSync } from "node:zlib";
import { expect, layoutShifts, story } from "./portal.ts";
import { localesOf, openScreen } from "./screen-gallery.ts";

const mostBytes = 2000;
const screens = ["login", "confirmation", "roadblock-block"];

story("a phone shows the brand's band without shifting the page", { tag: "@script" }, async ({ portal }) => {
  const { page, language } = portal;
  await page.setViewportSize({ width: 360, height: 640 });
  for (const [index, locale] of localesOf(language).entries())
    await story.step(locale.brand, async () => {
      await openScreen(portal, screens[index % screens.length] ?? "", locale);
      const band = page.locator(".band");
      const url = await band.evaluate(
        (element) => /^url\("(.+)"\)$/.exec(getComputedStyle(element).backgroundImage)?.[1],
      );
      expect(url).toMatch(/^data:image\/svg\+xml,/);
      expect(gzipSync(url ?? "").length).toBeLessThan(mostBytes);
      const width = (source: string) =>
        new Promise<number>((resolve) => {
          const image = Object.assign(new Image(), { src: source, onload: () => resolve(image.naturalWidth) });
        });
      expect(await page.evaluate(width, url ?? "")).toBeGreaterThan(0);
      expect((await band.boundingBox())?.width).toBe(360);
      expect(await layoutShifts(page)).toEqual([]);
    });
});

story("the login form begins above the fold of a small phone", async ({ portal }) => {
  const { page } = portal;
  await page.setViewportSize({ width: 360, height: 640 });
  await portal.open("/");
  await expect(page.locator(".band")).toBeVisible();
  const button = await portal.main.locator("form .button[type=submit]").first().boundingBox();
  expect((button?.y ?? 640) + (button?.height ?? 0)).toBeLessThan(640);
});

story("a desktop has the brand's panel and does not load the band", { tag: "@script" }, async ({ portal }) => {
  const { page } = portal;
  await page.setViewportSize({ width: 1280, height: 800 });
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await portal.open("/");
  await expect.poll(() => requested.some((path) => /\/(panel|promo)\.svg$/.test(path))).toBe(true);
  expect(requested.filter((path) => path.endsWith("/band.svg"))).toEqual([]);
});
