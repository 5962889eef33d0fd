import type { Page } from "@playwright/test";
import { barriersOf } from "./axe.ts";
import { expect, expectFits, type Portal, story } from "./portal.ts";
import { addressOf, everyScreen, type Place, placesOf, type Screen } from "./wall.ts";

/** A screen under a brand, as the server sends it, without its scripts: many are read quickly, in one document. */
interface SentScreen extends Screen {
  html: string;
  /** A mail brings its own styles and is read outside of the portal, as in an inbox. */
  isMail: boolean;
}

async function fetchScreen({ page, language }: Portal, screen: Screen, place: Place): Promise<SentScreen> {
  const answer = await page.request.get(addressOf(screen, place, language));
  const html = (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "");
  const isMail = answer.headers()["content-security-policy"]?.includes("sandbox") ?? false;
  return { ...screen, html, isMail };
}

async function expectReadable(page: Page, { kind, html }: SentScreen): Promise<void> {
  await page.setContent(html);
  await expect(page.locator("h1")).toHaveCount(1);
  if (kind === "roadblock") await expect(page.locator("main .ways a[href^='tel:']")).toHaveCount(1);
  await expectFits(page);
  expect(await barriersOf(page)).toEqual([]);
}

/** A small phone, which is also a desk read at four times its size; a desk. */
const widths = [320, 1280] as const;
const colorSchemes = ["light", "dark"] as const;
const shares = [0, 1, 2, 3, 4, 5, 6, 7];

/** Every screen under every brand; over its brands a screen comes at each width, in light and in dark. */
async function everyCell(portal: Portal) {
  const places = placesOf(portal.language);
  return (await everyScreen(portal)).flatMap((screen, row) =>
    places.map((place, column) => ({
      screen,
      place,
      width: widths[(row + column) % 2 === 0 ? 0 : 1],
      colorScheme: colorSchemes[(row + (column >> 1)) % 2 === 0 ? 0 : 1],
    })),
  );
}

for (const share of shares)
  story(
    `every screen and every message of every brand can be read by everybody (${share + 1} of ${shares.length})`,
    { tag: "@script" },
    async ({ portal }) => {
      const { page } = portal;
      // A document of the portal's own host: its styles load as on a page.
      await page.goto("/legal/privacy");
      await portal.listens();
      const inbox = await page.context().newPage();
      const own = (await everyCell(portal)).filter((_, index) => index % shares.length === share);
      for (const { screen, place, width, colorScheme } of own)
        await story.step(`${screen.id}, ${place.brand}, ${width}, ${colorScheme}`, async () => {
          const sent = await fetchScreen(portal, screen, place);
          const sheet = sent.isMail ? inbox : page;
          await sheet.setViewportSize({ width, height: 800 });
          // Without motion: a colour on its way to another is nobody's.
          await sheet.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await expectReadable(sheet, sent);
        });
    },
  );
