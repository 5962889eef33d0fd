import type { Page } from "@playwright/test";
import { barriersOf } from "./axe.ts";
import { expect, type Portal, story } from "./portal.ts";
import { addressOf, everyScreen, type Place, placesOf, type Screen } from "./wall.ts";

/** A screen under a brand, as the server sends it, without its scripts: many are read quickly, in one document. */
interface SentScreen extends Screen {
  title: string;
  html: string;
  /** A mail brings its own styles and is read outside of the portal, as in an inbox. */
  isMail: boolean;
}

async function fetchScreen({ page, language }: Portal, screen: Screen, place: Place): Promise<SentScreen> {
  const answer = await page.request.get(addressOf(screen, place, language));
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  const isMail = answer.headers()["content-security-policy"]?.includes("sandbox") ?? false;
  return { ...screen, title: `${screen.id}, ${place.brand}`, html, isMail };
}

async function expectReadable(page: Page, { kind, html }: SentScreen): Promise<void> {
  await page.setContent(html);
  await expect(page.locator("h1")).toHaveCount(1);
  if (kind === "roadblock") await expect(page.locator("main .ways a[href^='tel:']")).toHaveCount(1);
  const [wide = 0, seen = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(wide).toBeLessThanOrEqual(seen);
  expect(await barriersOf(page)).toEqual([]);
}

/** A small phone, which is also a desk read at four times its size; a desk. */
const widths = [320, 1280];
const shares = [0, 1, 2, 3, 4, 5, 6, 7];

for (const share of shares)
  story(
    `every screen and every message of every brand can be read by everybody (${share + 1} of ${shares.length})`,
    { tag: "@script" },
    async ({ portal }) => {
      const { page, language } = portal;
      // A document of the portal's own host: its styles load as on a page.
      await page.goto("/legal/privacy");
      await portal.listens();
      const inbox = await page.context().newPage();
      const screens = await everyScreen(portal);
      const cells = screens.flatMap((screen) => placesOf(language).map((place) => ({ screen, place })));
      const own = cells.filter((_, index) => index % shares.length === share);
      const sent: SentScreen[] = [];
      for (const { screen, place } of own) sent.push(await fetchScreen(portal, screen, place));
      for (const [turn, width] of widths.entries()) {
        for (const sheet of [page, inbox]) await sheet.setViewportSize({ width, height: 800 });
        for (const [index, screen] of sent.entries())
          await story.step(`${screen.title}, ${width}`, async () => {
            const sheet = screen.isMail ? inbox : page;
            // Each in both: dark on the phone and light at the desk, or the other way round.
            const colorScheme = (index + turn) % 2 === 0 ? "light" : "dark";
            // Without motion: a colour on its way to another is nobody's.
            await sheet.emulateMedia({ colorScheme, reducedMotion: "reduce" });
            await expectReadable(sheet, screen);
          });
      }
    },
  );
